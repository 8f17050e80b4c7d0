import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { assemble, LIMITS, readRepository } from "../../src/reading/index.ts";
import { readSkillFile } from "../../src/reading/skill-file.ts";
import { summarise } from "../../src/reading/summary.ts";
import { type Content, link, manifest, reading, skill, special, treeOf, unreadable } from "../tools/repository.ts";

const SEED = 20_261_201;

const segment = fc.constantFrom("a", "b", ".h", "docs", "secret");
const folder = fc.constantFrom(
  "",
  "a",
  "b",
  "a/b",
  "docs",
  "docs/a",
  ".h",
  ".h/a",
  "secret",
  "a/secret",
  "a/.h",
  "node_modules/a",
  "é",
);
const file = fc.constantFrom(
  "SKILL.md",
  "SKILL.md",
  "SKILLCDN.md",
  "README.md",
  "n.md",
  "n.md",
  "d.json",
  "x.bin",
  ".e.md",
);
const path = fc.tuple(folder, file).map((parts) => parts.filter((part) => part !== "").join("/"));
const excluded = fc.constantFrom(
  "secret",
  "a/secret",
  "docs",
  "a",
  "SKILLCDN.md",
  "n.md",
  "d.json",
  ".",
  ".h",
  "b/n.md",
);
const near = fc.constantFrom(
  "n.md",
  "n.md",
  "n.md",
  "d.json",
  "secret/n.md",
  ".h/n.md",
  "/n.md",
  "../n.md",
  "b/n.md",
  "docs/n.md",
);
const reference = fc.oneof(
  { weight: 3, arbitrary: near },
  path.map((each) => `/${each}`),
  path.map((each) => `../${each}`),
);
const flow = (values: readonly string[]) => `[${values.map((each) => JSON.stringify(each)).join(", ")}]`;
const body = fc
  .array(reference, { maxLength: 3 })
  .map((targets) => targets.map((target) => `[l](${target})\n`).join(""));

const skillFile = fc
  .tuple(fc.constantFrom("a", "b", "secret", "docs"), fc.array(reference, { maxLength: 2 }), body)
  .map(([name, include, text]) => skill(name, { fields: `skillcdn: {include: ${flow(include)}}\n`, body: text }));
const manifestFile = fc
  .tuple(fc.array(excluded, { maxLength: 2 }), fc.option(fc.array(segment, { maxLength: 2 })), body)
  .map(([exclude, documents, text]) =>
    manifest(`exclude: ${flow(exclude)}\n${documents ? `documents: ${flow(documents)}\n` : ""}`, text),
  );
const broken = fc.constantFrom<Content>("broken", "---\nname: x\n", link, special, unreadable, new Uint8Array([0]));
const unlikely = <T>(likely: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: likely }, { weight: 1, arbitrary: broken });
const repository = fc
  .dictionary(path, fc.tuple(unlikely(skillFile), unlikely(manifestFile), body), { minKeys: 6, maxKeys: 25 })
  .map((entries) =>
    Object.fromEntries(
      Object.entries(entries).map(([each, [declared, governing, text]]): [string, Content] => {
        const content = each.endsWith("SKILL.md")
          ? declared
          : each.endsWith("SKILLCDN.md")
            ? governing
            : `# N\n\n${text}`;
        return [each, typeof content === "string" ? `${content}\n${marker(each)}\n` : content];
      }),
    ),
  );

/** Words that only the file at a path holds. */
function marker(of: string): string {
  return `CONTENT<${Buffer.from(of).toString("hex")}>`;
}

/** Everything of a reading that a publication shows, apart from the words of its authors. */
function shown(read: ReturnType<typeof reading>): string {
  return JSON.stringify([
    [...read.files.keys()],
    read.documents,
    [...read.introductions],
    read.linked,
    read.manifests.map(({ path: at, image, documents }) => [at, image, documents]),
    read.skills.map((each) => [
      each.path,
      each.unlisted,
      read.stock.filesOf(each.folder),
      read.oversized.filesOf(each.folder),
    ]),
    read.skills.map((each) => assemble(each, read, String)?.sources),
  ]);
}

test("a repository of any kind is read without a crash, every entry has one verdict, and nothing withheld is shown", () => {
  let withheld = 0;
  let assembled = 0;
  fc.assert(
    fc.property(repository, (contents) => {
      const read = reading(contents);
      expect([...read.verdicts.keys()].toSorted()).toEqual(Object.keys(contents).toSorted());
      const published = shown(read);
      const texts = read.skills
        .map((each) => Buffer.from(assemble(each, read, String)?.bytes ?? []).toString())
        .join("\n");
      for (const [each, { access, code }] of read.verdicts) {
        const isPublished = read.files.has(each);
        if (access === "served" || code === "linked" || code === "overview") {
          expect(isPublished).toBe(true);
          continue;
        }
        withheld += 1;
        expect(isPublished).toBe(false);
        expect(published).not.toContain(marker(each));
        expect(texts).not.toContain(marker(each));
        if (access === "withheld") expect(published).not.toContain(JSON.stringify(each));
      }
      assembled += read.skills.length;
    }),
    { seed: SEED, numRuns: 600 },
  );
  expect(withheld).toBeGreaterThan(1000);
  expect(assembled).toBeGreaterThan(500);
});

test("what the root excludes is withheld whatever else the repository says", () => {
  let hits = 0;
  fc.assert(
    fc.property(
      repository,
      fc.array(fc.constantFrom("secret", "a", "docs", "n.md", "a/secret"), { minLength: 1 }),
      (contents, exclude) => {
        const read = reading({ ...contents, "SKILLCDN.md": manifest(`exclude: ${flow(exclude)}\n`) });
        for (const each of Object.keys(contents)) {
          if (!exclude.some((at) => each === at || each.startsWith(`${at}/`)) || each.includes("node_modules"))
            continue;
          const verdict = read.verdicts.get(each);
          if (verdict?.access === "skipped") continue;
          hits += 1;
          expect(verdict).toEqual({ access: "withheld", code: "excluded" });
        }
        expect(read.findings.filter(({ path: at }) => exclude.some((each) => at.startsWith(`${each}/`)))).toEqual([]);
      },
    ),
    { seed: SEED, numRuns: 400 },
  );
  expect(hits).toBeGreaterThan(500);
});

test("the order of the listing changes nothing", () => {
  fc.assert(
    fc.property(repository, (contents) => {
      const turned = readRepository(new Map([...treeOf(contents)].toReversed()), LIMITS);
      const straight = reading(contents);
      expect(turned && shown(turned)).toBe(shown(straight));
      expect(turned?.findings).toEqual(straight.findings);
      expect([...(turned?.verdicts ?? [])]).toEqual([...straight.verdicts]);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

const yamlish = fc.string({
  unit: fc.constantFrom(
    ..."ab: -\n\n\"'[]{}#&*!|>%@`,?\\\t~.0",
    "name: ",
    "description: ",
    "\n  ",
    "---\n",
    "\r\n",
    "\u200B",
    "😀",
    "skillcdn:",
  ),
  maxLength: 120,
});

test("front matter of any kind is read without a crash, as is any document", () => {
  let valid = 0;
  fc.assert(
    fc.property(yamlish, fc.boolean(), (text, isNamed) => {
      const result = readSkillFile(
        `---\n${isNamed ? "name: a\ndescription: b\n" : ""}${text}\n---\n${text}`,
        "a/SKILL.md",
      );
      if ("code" in result) expect(result.message.length).toBeGreaterThan(10);
      else valid += 1;
      const { title, description } = summarise(`${text}\n${text}`);
      expect((title ?? "").length).toBeLessThanOrEqual(200);
      expect((description ?? "").length).toBeLessThanOrEqual(500);
    }),
    { seed: SEED, numRuns: 2000 },
  );
  expect(valid).toBeGreaterThan(150);
});

const words = fc.string({
  unit: fc.constantFrom(..."ab1 \n:#-'\"\\[]{},&*!|>%@`?~\té\u00A0\u2028\uFEFF\u0085", "😀", "true", "null"),
  maxLength: 12,
});
const scalar = fc.oneof(words, fc.boolean(), fc.integer(), fc.double({ noNaN: true }), fc.constant(null));
const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(words, tie("value"), { maxKeys: 3 }),
  ),
})).value;
const styles = fc.record({
  defaultStringType: fc.constantFrom(
    "PLAIN" as const,
    "QUOTE_DOUBLE" as const,
    "QUOTE_SINGLE" as const,
    "BLOCK_LITERAL" as const,
    "BLOCK_FOLDED" as const,
  ),
  defaultKeyType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const),
  collectionStyle: fc.constantFrom("any" as const, "flow" as const),
  lineWidth: fc.constantFrom(0, 20, 80),
  indent: fc.integer({ min: 1, max: 5 }),
});

test("whatever an author writes outside the known fields means the same after assembly", () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.dictionary(words, data, { maxKeys: 4 }), styles, (extra, style) => {
      const front = stringify({ name: "a", ...extra, description: "b", skillcdn: {} }, style);
      const source = `---\n${front}---\nBody.\n`;
      const read = reading({ "a/SKILL.md": source });
      const [only] = read.skills;
      if (!only) return;
      const text = Buffer.from(assemble(only, read, String)?.bytes ?? []).toString();
      const again = readSkillFile(text, "a/SKILL.md");
      if ("code" in again) throw new Error(`${again.message}\n${source}\n${text}`);
      const options = { stringKeys: true, mapAsMap: true, logLevel: "error" } as const;
      const before: unknown = parse(front, options);
      const after: unknown = parse(again.front.yaml, options);
      if (before instanceof Map) before.delete("skillcdn");
      expect(after).toEqual(before);
      compared += 1;
    }),
    { seed: SEED, numRuns: 600 },
  );
  expect(compared).toBeGreaterThan(300);
});
