import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { assemble } from "../../src/reading/index.ts";
import {
  type Content,
  findings,
  listing,
  manifest,
  reading,
  skill,
  unreadable,
  verdicts,
} from "../tools/repository.ts";

type Contents = Readonly<Record<string, Content>>;

const addressOf = (path: string) => `https://example.com/raw/${path}`;

/** The published `SKILL.md` of a skill of a repository in memory. */
function assembled(contents: Contents, folder = "a") {
  const read = reading(contents);
  const found = read.skills.find((each) => each.folder === folder);
  const made = found && assemble(found, read, addressOf);
  if (!made) throw new Error("not assembled");
  return { ...made, text: Buffer.from(made.bytes).toString() };
}

const digests = (contents: Contents) => {
  const read = reading(contents);
  return Object.fromEntries(
    read.skills.map((each) => {
      const { bytes } = assemble(each, read, addressOf) ?? {};
      return [each.folder, bytes && createHash("sha256").update(bytes).digest("hex")];
    }),
  );
};

const shared = {
  "SKILLCDN.md": manifest("", "\n# Root rules\n\n"),
  "area/SKILLCDN.md": manifest("documents: [docs]\n", "Area rules.\r\nSecond line.\r\n"),
  "docs/t.md": "---\ntitle: T\n---\n# T\n\n\n",
  "area/docs/s.md": "S\r\nS2\r\n",
  "area/a/references/o.md": "O, no line end",
  "area/a/SKILL.md": skill("a", {
    fields: "skillcdn:\n  include: [/docs/t.md, ../docs/s.md, references/o.md]\n",
    body: "\n# Use\n\nDo it.\n\n",
  }),
};

test("A1: sources, rules from the root, instructions and includes come in one order, exactly", () => {
  const { text, sources, isAsWritten } = assembled(shared, "area/a");
  expect(text).toBe(
    [
      "---",
      'name: "a"',
      'description: "Minds the a."',
      "---",
      "> Made from `SKILLCDN.md`, `area/SKILLCDN.md`, `area/a/SKILL.md`, `docs/t.md`, `area/docs/s.md` and `area/a/references/o.md`.",
      "",
      "--- applicable rules: SKILLCDN.md ---",
      "# Root rules",
      "",
      "--- applicable rules: area/SKILLCDN.md ---",
      "Area rules.",
      "Second line.",
      "",
      "--- instructions ---",
      "# Use",
      "",
      "Do it.",
      "",
      "--- included file: docs/t.md ---",
      "---",
      "title: T",
      "---",
      "# T",
      "",
      "--- included file: area/docs/s.md ---",
      "S",
      "S2",
      "",
      "--- included file: area/a/references/o.md ---",
      "O, no line end",
      "",
    ].join("\n"),
  );
  expect(sources).toHaveLength(6);
  expect(isAsWritten).toBe(false);
  expect(reading(shared).skills[0]?.includes.map(({ path, isShared }) => [path, isShared])).toEqual([
    ["docs/t.md", true],
    ["area/docs/s.md", true],
    ["area/a/references/o.md", false],
  ]);
});

test("A2: what is no shared page is dropped with a warning, changes no byte and is not served", () => {
  const base = {
    "SKILLCDN.md": manifest("exclude: [docs/x.md]\n"),
    "docs/.d/x.md": "hidden",
    "docs/x.md": "excluded",
    "docs/nested/SKILLCDN.md": manifest("documents: [.]\n"),
    "docs/nested/n.md": "governed elsewhere",
    "note.md": "not served",
    "linked.md": "linked only",
    "README.md": "[l](linked.md)\n",
    "area1/SKILLCDN.md": manifest(),
    "area2/SKILLCDN.md": manifest(),
    "area2/docs/s.md": "sibling",
    "area2/b/SKILL.md": skill("b"),
    "area2/b/r.md": "another skill's",
  };
  const dropped = [
    "/area2/docs/s.md",
    "/area2/b/r.md",
    "/docs/.d/x.md",
    "/docs/x.md",
    "/docs/nested/n.md",
    "/note.md",
    "/linked.md",
    "/README.md",
    "/gone.md",
  ];
  const withIncludes = (include: readonly string[]) => ({
    ...base,
    "area1/a/SKILL.md": skill("a", { fields: `skillcdn: {include: [${include.join(", ")}]}\n` }),
  });
  const read = reading(withIncludes(dropped));
  expect(findings(read)).toEqual(dropped.map(() => "warning ignored_field area1/a/SKILL.md"));
  expect(listing(read)["area1/a"]).toBe("listed");
  expect(verdicts(read)).toEqual({ ...verdicts(reading(withIncludes([]))) });
  expect(digests(withIncludes(dropped))).toEqual(digests(withIncludes([])));
});

test.each([
  ["missing", undefined],
  ["binary", new Uint8Array([0])],
  ["unreadable", unreadable],
  ["over the read limit", "x".repeat(2_097_153)],
])("A3: a skill whose own include is %s is not listed and says which", (_, content) => {
  const read = reading({
    "a/SKILL.md": skill("a", { fields: "skillcdn: {include: [r/x.md]}\n" }),
    ...(content === undefined ? {} : { "a/r/x.md": content }),
  });
  expect(listing(read)).toEqual({ a: "file_unavailable a/r/x.md" });
  expect(findings(read)).toContain("error file_unavailable a/SKILL.md");
  const [a] = read.skills;
  expect(a && assemble(a, read, addressOf)).toBeUndefined();
});

test("an unreadable file makes its skill unlisted, not unassembled", () => {
  const read = reading({ "a/SKILL.md": skill("a"), "a/data.bin": unreadable });
  expect(listing(read)).toEqual({ a: "file_unavailable a/data.bin" });
  const [a] = read.skills;
  expect(a && assemble(a, read, addressOf)?.isAsWritten).toBe(true);
});

test("A4: a file over the read limit is named in the skill instead, and the skill is listed without it", () => {
  const size = 3 * 1024 * 1024;
  const contents = {
    "a/SKILL.md": skill("a"),
    "a/data/big.csv": new Uint8Array(size),
    "a/data/`odd`.csv": new Uint8Array(size),
  };
  const read = reading(contents);
  expect(listing(read)).toEqual({ a: "listed" });
  expect(findings(read)).toEqual(["warning omitted_file a/SKILL.md"]);
  expect(read.stock.filesOf("a")).toEqual(["a/SKILL.md"]);
  expect(read.skills[0]?.size).toEqual({ files: 1, bytes: skill("a").length });
  expect(assembled(contents).text).toContain(
    [
      "> Made from `a/SKILL.md`.",
      "> Not included: `` a/data/`odd`.csv ``, 3145728 bytes, at https://example.com/raw/a/data/`odd`.csv",
      "> Not included: `a/data/big.csv`, 3145728 bytes, at https://example.com/raw/a/data/big.csv",
      "",
      "--- instructions ---",
    ].join("\n"),
  );
});

test("A5: 513 files are too many, and more than 16 MiB is too large; omitted files do not count", () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count - 1 }, (_, index) => [`a/f${index}`, "x"]));
  expect(listing(reading({ "a/SKILL.md": skill("a"), ...files(512) }))).toEqual({ a: "listed" });
  expect(listing(reading({ "a/SKILL.md": skill("a"), ...files(513) }))).toEqual({ a: "too_many_files" });
  const mebibyte = new Uint8Array(1024 * 1024).fill(120);
  const bytes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a/m${index}`, mebibyte]));
  expect(listing(reading({ "a/SKILL.md": skill("a"), ...bytes(15) }))).toEqual({ a: "listed" });
  expect(listing(reading({ "a/SKILL.md": skill("a"), ...bytes(16) }))).toEqual({ a: "too_large" });
  const over = reading({ "a/SKILL.md": skill("a"), ...bytes(15), "a/big": new Uint8Array(20 * 1024 * 1024) });
  expect(listing(over)).toEqual({ a: "listed" });
});

test("of several reasons the first of the table is given", () => {
  const many = (folder: string) =>
    Object.fromEntries(Array.from({ length: 520 }, (_, index) => [`${folder}/f${index}`, "x"]));
  const text = skill("other");
  expect(
    listing(reading({ "a/SKILL.md": text, ...many("a"), ".b/SKILL.md": text, ...many(".b"), ".c/SKILL.md": text })),
  ).toEqual({
    a: "name_directory_mismatch",
    ".b": "duplicate a/SKILL.md",
    ".c": "hidden",
  });
});

const fields = `skillcdn: {translations: {ko: {title: t}}}
disable-model-invocation: true
version: 1.10
when: 2024-01-01
nothing:
tilde: ~
single: 'it''s'
double: "a \\"b\\" \\u00e9"
plain: two
  lines
block: |
  one
   two
folded: >-
  a
  b
map: {a: 1, b: {c: no}, d: [x, {y: z}], e: {}, f: []}
list:
  - one
  - - nested
    - 0x1F
  - k: v
    w: {}
  -
"true": yes
"12": a
"od d": b
&anchor anchored: &x word
metadata: {version: 1.0, flag: true}
`;

test("A6: the front matter means the same to every reader; the known fields are text, others keep their type", () => {
  const source = skill("a", { fields });
  const { text } = assembled({ "a/SKILL.md": source });
  for (const schema of ["core", "failsafe", "yaml-1.1"] as const) {
    const before: unknown = parse(/^---\n([\s\S]*?)\n---\n/.exec(source)?.[1] ?? "", { schema, stringKeys: true });
    const after: unknown = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "", { schema, stringKeys: true });
    expect(before).toHaveProperty("skillcdn");
    const { skillcdn: _, metadata, ...others } = Object(before);
    const { metadata: published, ...rest } = Object(after);
    expect(rest).toEqual(others);
    expect(published).toEqual({ version: "1.0", flag: "true" });
    expect(Object.keys(metadata)).toEqual(Object.keys(published));
  }
  expect(text).toContain(
    "\ndisable-model-invocation: true\nversion: 1.10\nwhen: 2024-01-01\nnothing:\ntilde: ~\nsingle: 'it''s'\n",
  );
  expect(text).toContain(
    '\nlist:\n  - one\n  -\n    - nested\n    - 0x1F\n  -\n    k: v\n    w: {}\n  -\n"true": yes\n"12": a\n',
  );
});

test("A7: a blank body without rules and includes leaves the sources alone", () => {
  const { text } = assembled({ "a/SKILL.md": skill("a", { fields: "skillcdn: {}\n", body: " \n\n" }) });
  expect(text).toBe('---\nname: "a"\ndescription: "Minds the a."\n---\n> Made from `a/SKILL.md`.\n');
});

test("without anything to add the bytes stay the author's, whatever they are", () => {
  const source = "\uFEFF--- \r\nname: a\r\ndescription: b\r\nflag: true\r\n...\r\nBody\r\n";
  const made = assembled({ "a/SKILL.md": source, "SKILLCDN.md": manifest("", " \n") });
  expect(made).toMatchObject({ isAsWritten: true, sources: ["a/SKILL.md"] });
  expect(Buffer.from(made.bytes)).toEqual(Buffer.from(source));
});

test("A8: the same repository gives the same bytes, and an unrelated edit changes no skill", () => {
  const before = digests(shared);
  expect(digests(shared)).toEqual(before);
  const edited = { ...shared, "docs/other.md": "new", "area/z/SKILL.md": skill("z"), "README.md": "# R\n" };
  const { "area/z": added, ...others } = digests(edited);
  expect(others).toEqual(before);
  expect(added).toBeDefined();
});

test("A9: an edit of rules or of a shared page changes the skills it reaches, and no other", () => {
  const base: Record<string, string> = {
    "SKILLCDN.md": manifest("", "Root.\n"),
    "docs/s.md": "S\n",
    "one/SKILLCDN.md": manifest("", "One.\n"),
    "one/a/SKILL.md": skill("a", { fields: "skillcdn: {include: [/docs/s.md]}\n" }),
    "one/b/SKILL.md": skill("b"),
    "two/c/SKILL.md": skill("c"),
  };
  const changed = (edit: Record<string, string>) => {
    const [before, after] = [digests(base), digests({ ...base, ...edit })];
    return Object.keys(before).filter((folder) => before[folder] !== after[folder]);
  };
  expect(changed({ "SKILLCDN.md": manifest("", "Root, edited.\n") })).toEqual(["one/a", "one/b", "two/c"]);
  expect(changed({ "one/SKILLCDN.md": manifest("", "One, edited.\n") })).toEqual(["one/a", "one/b"]);
  expect(changed({ "docs/s.md": "S, edited\n" })).toEqual(["one/a"]);
  expect(changed({ "one/SKILLCDN.md": manifest("name: New\n", "One.\n") })).toEqual([]);
  expect(changed({ "two/c/SKILL.md": skill("c", { body: "New\n" }) })).toEqual(["two/c"]);
});

test("an included page stays a document, and is no file of the skill", () => {
  const read = reading(shared);
  expect(verdicts(read)["docs/t.md"]).toBe("served document");
  expect(read.stock.filesOf("area/a")).toEqual(["area/a/SKILL.md", "area/a/references/o.md"]);
});
