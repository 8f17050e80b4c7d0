import { expect, test } from "vitest";
import { assemble } from "../../src/reading/index.ts";
import { countWork } from "../tools/counted.ts";
import { type Content, findings, listing, manifest, reading, skill } from "../tools/repository.ts";

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join("");
const files = (count: number, entry: (index: number) => [path: string, content: Content]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
/** `a/a/a/` and so on, each folder with a file. */
const chain = (depth: number, name: string, content: string) =>
  files(depth, (index) => [`${"a/".repeat(index + 1)}${name}`, content]);

/** Counts what it takes to read a repository and to assemble its listed skills. */
const costOf = (contents: Readonly<Record<string, Content>>) =>
  countWork(() => {
    const read = reading(contents, { fileBytes: 1_000_000 });
    for (const each of read.skills) if (!each.unlisted) assemble(each, read, String);
  });

test("the count sees work that grows with the square", () => {
  const square = (count: number) => {
    const contents = files(count, (index) => [`s${index}/SKILL.md`, skill(`s${index}`)]);
    return countWork(() => void reading(contents).skills.map(() => reading(contents)));
  };
  square(2);
  expect(square(16) / square(8)).toBeGreaterThan(3);
});

const hostileMarkdown: readonly [string, (size: number) => string][] = [
  ["open brackets", (size) => "[".repeat(size)],
  ["open images", (size) => "![".repeat(size / 2)],
  ["nested brackets", (size) => "[".repeat(size / 2) + "]".repeat(size / 2)],
  ["open links", (size) => "[a](".repeat(size / 4)],
  ["open pointed links", (size) => "[a](<b".repeat(size / 6)],
  ["open titles", (size) => '[a](b "'.repeat(size / 7)],
  ["nested links", (size) => `${"[".repeat(size / 8)}${"](a.md)".repeat(size / 8)}`],
  ["links", (size) => times(size / 10, (index) => `[a](${index}.md) `)],
  ["links to one file", (size) => "[a](b.md)\n".repeat(size / 10)],
  ["links that leave the repository", (size) => times(size / 14, (index) => `[a](../../${index}.md) `)],
  ["definitions", (size) => times(size / 14, (index) => `[${index}]: ${index}.md\n`)],
  ["references", (size) => `${times(size / 8, (index) => `[${index}][] `)}\n\n[1]: x.md\n`],
  ["runs of backticks", (size) => times(Math.sqrt(2 * size), (index) => `${"`".repeat(index)} `)],
  ["emphasis", (size) => "*a _b ".repeat(size / 6)],
  ["nested quotes", (size) => ">".repeat(size)],
  ["quoted lines", (size) => `${"> ".repeat(40)}a\n`.repeat(size / 82)],
  ["nested lists", (size) => times(Math.sqrt(size), (index) => `${" ".repeat(index * 2)}- a\n`)],
  ["items on one line", (size) => "- ".repeat(size / 2)],
  ["open tags", (size) => "<a ".repeat(size / 3)],
  ["open comments", (size) => "a <!-- ".repeat(size / 7)],
  ["open declarations", (size) => "a<![CDATA[".repeat(size / 10)],
  ["table rows", (size) => `|a|b|\n|-|-|\n${"|a|b|\n".repeat(size / 6)}`],
  ["table columns", (size) => `${"|a".repeat(size / 4)}\n${"|-".repeat(size / 4)}\n`],
  ["entities", (size) => "&#".repeat(size / 2)],
  ["backslashes", (size) => "\\".repeat(size)],
  ["blank lines", (size) => "\n".repeat(size)],
];

test.each(hostileMarkdown)("twice the %s cost at most three times as much", (_, make) => {
  const cost = (size: number) => costOf({ "docs/a.md": `${make(size)}\n\n[a](b.md)\n` });
  cost(100);
  expect(cost(3000) / cost(1500)).toBeLessThan(3);
});

const hostileFrontMatter: readonly [string, (size: number) => string][] = [
  ["fields", (size) => times(size / 8, (index) => `k${index}: v\n`)],
  ["fields of a list", (size) => `x: {${times(size / 8, (index) => `k${index}: v, `)}}\n`],
  ["repeated fields", (size) => "k: v\n".repeat(size / 5)],
  ["metadata", (size) => `metadata:\n${times(size / 10, (index) => `  k${index}: v\n`)}`],
  ["open lists", (size) => `x: ${"[".repeat(size / 20)}`],
  ["nested lists", (size) => `x: ${"[".repeat(size / 20)}${"]".repeat(size / 20)}`],
  ["nested maps", (size) => times(Math.sqrt(size), (index) => `${" ".repeat(index)}a:\n`)],
  ["items on one line", (size) => `x:\n  ${"- ".repeat(size / 40)}`],
  ["anchors", (size) => times(size / 12, (index) => `k${index}: &a v\n`)],
  ["aliases", (size) => `x: [${"*a, ".repeat(size / 4)}]\n`],
  ["tags", (size) => "!a ".repeat(size / 3)],
  ["open quotes", (size) => `x: "${"\\".repeat(size)}`],
  ["broken values", (size) => times(size / 10, (index) => `k${index}: a: b\n`)],
  ["broken lines that continue a value", (size) => `k: a\n${"  b: c\n".repeat(size / 8)}`],
  ["comments", (size) => "# c\n".repeat(size / 4)],
  ["hashes", (size) => `x: ${"a # ".repeat(size / 4)}`],
  ["includes", (size) => `skillcdn:\n  include:\n${times(size / 20, (index) => `    - /docs/${index}.md\n`)}`],
  ["excluded paths", (size) => `exclude:\n${times(size / 16, (index) => `  - ${index}\n`)}`],
  ["translations", (size) => `translations:\n${times(size / 24, (index) => `  ko-a${index}: {name: a}\n`)}`],
];

test.each(hostileFrontMatter)("twice the %s in front matter cost at most three times as much", (_, make) => {
  const cost = (size: number) =>
    costOf({ "a/SKILL.md": skill("a", { fields: make(size) }), "b/SKILLCDN.md": manifest(make(size)) });
  cost(100);
  expect(cost(3000) / cost(1500)).toBeLessThan(3);
});

const page = (count: number, links: number) =>
  files(count, (index) => [`docs/${index}.md`, times(links, (each) => `[a](${(index + each) % count}.md)\n`)]);

const hostileTrees: readonly [string, (count: number) => Readonly<Record<string, Content>>][] = [
  ["files of a skill", (count) => ({ "a/SKILL.md": skill("a"), ...files(count, (index) => [`a/${index}`, "x"]) })],
  ["files that are not served", (count) => files(count, (index) => [`n/${index}`, "x"])],
  ["folders", (count) => files(count, (index) => [`${index}/x/y.md`, "x"])],
  ["skills", (count) => files(count, (index) => [`${index}/SKILL.md`, skill(`s${index}`)])],
  ["broken skills", (count) => files(count, (index) => [`${index}/SKILL.md`, "x"])],
  ["copies", (count) => files(count, (index) => [`${index}/a/SKILL.md`, skill("a")])],
  ["skills inside skills", (count) => chain(count, "SKILL.md", skill("a"))],
  ["manifests", (count) => files(count, (index) => [`${index}/SKILLCDN.md`, manifest("exclude: [x]\n")])],
  ["manifests that exclude each other", (count) => chain(count, "SKILLCDN.md", manifest("exclude: [SKILLCDN.md]\n"))],
  ["manifests below manifests", (count) => chain(count, "SKILLCDN.md", manifest())],
  ["documents", (count) => page(count, 1)],
  ["documents with many links", (count) => page(count, 50)],
  ["READMEs", (count) => files(count, (index) => [`${index}/README.md`, "# R\n"])],
  [
    "READMEs of open folders",
    (count) => ({
      ...files(count, (index) => [`docs/${index}/README.md`, "# R\n"]),
      ...files(count, (index) => [`docs/${index}/a.md`, "a"]),
    }),
  ],
  [
    "files that are linked in a row",
    (count) => ({
      "docs/a.md": "[0](/p/0.md)\n",
      ...files(count, (index) => [`p/${index}.md`, `[n](${index + 1}.md) [s](/docs/a.md)\n`]),
    }),
  ],
  [
    "skills that include one page",
    (count) => ({
      "docs/s.md": "s".repeat(1000),
      ...files(count, (index) => [
        `s${index}/SKILL.md`,
        skill(`s${index}`, { fields: "skillcdn: {include: [/docs/s.md]}\n" }),
      ]),
    }),
  ],
  ["hidden folders", (count) => files(count, (index) => [`a/.${index}/b.md`, "x"])],
  [
    "long paths",
    (count) => ({ "SKILL.md": skill("a"), ...files(count, (index) => [`${"d/".repeat(100)}${index}`, "x"]) }),
  ],
];

test.each(hostileTrees)("twice the %s cost at most three times as much", (_, make) => {
  costOf(make(10));
  expect(costOf(make(240)) / costOf(make(120))).toBeLessThan(3);
});

test("20,000 files and folders are read, and one more is refused", () => {
  const contents = { "a/SKILL.md": skill("a"), ...files(19_998, (index) => [`a/${index}.md`, "# A\n"]) };
  const read = reading(contents);
  expect(listing(read)).toEqual({ a: "too_many_files" });
  expect(read.verdicts.size).toBe(19_999);
  expect(() => reading({ ...contents, more: "x" })).toThrow("entry limit");
  expect(() => reading({ ...contents, "a/b/SKILL.md": skill("b") })).toThrow("entry limit");
});

test("8 MB of front matter are beyond what is read, and said to be", () => {
  const text = `---\nname: a\n${times(760_000, (index) => `k${index}: v\n`)}---\n`;
  expect(text.length).toBeGreaterThan(8_000_000);
  expect(findings(reading({ "a/SKILL.md": text }))).toEqual(["error index_limit a/SKILL.md"]);
  expect(findings(reading({ "a/SKILL.md": text }, { fileBytes: 16_000_000 }))).toEqual(["error too_large a/SKILL.md"]);
  const within = `---\nname: a\n${"k: v\n".repeat(50_000)}---\n`;
  expect(findings(reading({ "a/SKILL.md": within }))).toEqual(["error invalid_front_matter a/SKILL.md"]);
});
