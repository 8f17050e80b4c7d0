import { expect, test } from "vitest";
import { assemble, rulesOf } from "../../src/reading/index.ts";
import { readManifestFile } from "../../src/reading/manifest-file.ts";
import {
  findings,
  link,
  listing,
  manifest,
  reading,
  skill,
  special,
  unreadable,
  verdicts,
} from "../tools/repository.ts";

const served = (read: ReturnType<typeof reading>) =>
  [...read.verdicts].filter(([, { access }]) => access === "served").map(([path]) => path);

test("M1: a manifest without `documents` opens `docs` beside it and nothing else", () => {
  const read = reading({
    "SKILLCDN.md": manifest(),
    "docs/a.md": "a",
    "other/b.md": "b",
    "area/SKILLCDN.md": manifest(),
    "area/docs/c.md": "c",
    "area/d.md": "d",
  });
  expect(served(read)).toEqual(["SKILLCDN.md", "area/SKILLCDN.md", "area/docs/c.md", "docs/a.md"]);
});

test("M2: the nearest manifest alone says what documents are", () => {
  const contents = { "SKILLCDN.md": manifest("documents: [team/docs]\n"), "team/docs/a.md": "a" };
  expect(served(reading(contents))).toEqual(["SKILLCDN.md", "team/docs/a.md"]);
  for (const none of ["documents: []\n", "documents:\n", "documents: docs\n"]) {
    expect(served(reading({ ...contents, "team/SKILLCDN.md": manifest(none) }))).toEqual([
      "SKILLCDN.md",
      "team/SKILLCDN.md",
    ]);
  }
});

test("M3, M4: folders of documents that are none are counted", () => {
  const of = (documents: string) => {
    const read = readManifestFile(manifest(`documents: ${documents}\n`), "area/SKILLCDN.md");
    return "code" in read ? read.code : [read.documents, read.found.map(({ code, message }) => `${code} ${message}`)];
  };
  expect(of("[., guides/, ../up, /abs, a/../b, {a: b}]")).toEqual([
    ["area", "area/guides"],
    ["ignored_directory `documents` has entries that are not used: 4."],
  ]);
  expect(of("[./docs, docs, docs/]")).toEqual([
    ["area/docs"],
    ["ignored_directory `documents` has entries that are not used: 1."],
  ]);
  expect(of("docs")).toEqual([[], [expect.stringContaining("ignored_field `documents`")]]);
  expect(of("[]")).toEqual([[], []]);
  const many = Array.from({ length: 22 }, (_, index) => `d${index}`);
  expect(of(`[${many.join(", ")}]`)).toEqual([
    many.slice(0, 20).map((each) => `area/${each}`),
    ["ignored_directory `documents` has entries that are not used: 2."],
  ]);
});

test("M5: a hidden folder of documents can be named; what is hidden below it stays so", () => {
  const read = reading({
    "SKILLCDN.md": manifest("documents: [.manual]\n"),
    ".manual/a.md": "a",
    ".manual/.x.md": "x",
  });
  expect(verdicts(read)).toMatchObject({ ".manual/a.md": "served document", ".manual/.x.md": "withheld not_served" });
});

test("M6: what is excluded is gone without a word, whatever it holds; names are compared whole", () => {
  const read = reading({
    "SKILLCDN.md": manifest("exclude: [attic]\n"),
    "attic/SKILLCDN.md": "broken",
    "attic/old/SKILL.md": "broken",
    "attic/x/SKILL.md": skill("x"),
    "attic-public/SKILL.md": skill("attic-public"),
  });
  expect(findings(read)).toEqual([]);
  expect(listing(read)).toEqual({ "attic-public": "listed" });
  expect(verdicts(read)).toMatchObject({
    "attic/SKILLCDN.md": "withheld excluded",
    "attic/old/SKILL.md": "withheld excluded",
    "attic/x/SKILL.md": "withheld excluded",
  });
});

test.each([
  ["the root excludes the manifest of a folder", "exclude: [team/SKILLCDN.md]\n", "", true],
  ["a manifest excludes itself", "", "exclude: [SKILLCDN.md]\n", true],
  ["the root excludes the folder", "exclude: [team]\n", "", false],
  ["a manifest excludes its folder", "", "exclude: [.]\n", false],
  ["both do", "exclude: [team/]\n", "exclude: [SKILLCDN.md]\n", false],
])("M7: %s", (_, root, team, isReported) => {
  const read = reading({
    "SKILLCDN.md": manifest(root),
    "team/SKILLCDN.md": manifest(team),
    "team/a/SKILL.md": skill("a"),
    "team/docs/d.md": "d",
    "b/SKILL.md": skill("b"),
  });
  expect(served(read)).toEqual(["SKILLCDN.md", "b/SKILL.md"]);
  expect(findings(read)).toEqual(isReported ? ["error excluded_policy team/SKILLCDN.md"] : []);
  expect(read.manifests.map(({ path }) => path)).toEqual(["SKILLCDN.md"]);
});

test("an excluded manifest is not even read", () => {
  const never = (): never => {
    throw new Error("read");
  };
  const read = reading({
    "SKILLCDN.md": manifest("exclude: [team/SKILLCDN.md]\n"),
    "team/SKILLCDN.md": { kind: "file", size: 100, read: never },
    "team/docs/d.md": "d",
  });
  expect(findings(read)).toEqual(["error excluded_policy team/SKILLCDN.md"]);
  expect(verdicts(read)["team/docs/d.md"]).toBe("withheld excluded");
});

const badExcludes = [
  "[../x]",
  '["**/y"]',
  '["!keep"]',
  '["C:/z"]',
  "[a//b]",
  "[/abs]",
  "[./a]",
  '["a\\\\b"]',
  '["a{b}"]',
  '["[a]"]',
  '["a?"]',
  '["a\\u200Bb"]',
  '[""]',
  '["  "]',
  '["/"]',
  "[{a: b}]",
  `[${"x".repeat(1025)}]`,
  "",
  "attic",
  "{a: b}",
  `[${Array.from({ length: 101 }, (_, index) => `a${index}`).join(", ")}]`,
];

test.each(badExcludes)("M8: `exclude: %s` fails the manifest, which closes everything below it", (exclude) => {
  const read = reading({
    "SKILLCDN.md": manifest(),
    "team/SKILLCDN.md": manifest(`exclude: ${exclude}\n`),
    "team/README.md": "r",
    "team/sub/SKILLCDN.md": manifest(),
    "team/sub/docs/d.md": "d",
    "team/sub/a/SKILL.md": skill("a"),
    "b/SKILL.md": skill("b", { body: "[x](/team/README.md)\n" }),
  });
  expect(findings(read)).toEqual(["error invalid_exclude team/SKILLCDN.md"]);
  expect(served(read)).toEqual(["SKILLCDN.md", "b/SKILL.md"]);
  expect(verdicts(read)).toMatchObject({
    "team/README.md": "withheld closed",
    "team/SKILLCDN.md": "readable failed_manifest",
    "team/sub/SKILLCDN.md": "withheld closed",
    "team/sub/a/SKILL.md": "withheld closed",
    "team/sub/docs/d.md": "withheld closed",
  });
});

test("a path that is excluded but does not exist is warned of, unless nobody lists what is there", () => {
  const read = reading({
    "SKILLCDN.md": manifest("exclude: [draft, drafts, a, a/x.md, node_modules/p, sub/l]\n"),
    "drafts/SKILLCDN.md": manifest("exclude: [gone]\n"),
    "a/x.md": "x",
    "sub/l": link,
  });
  expect(read.findings.map(({ path, message }) => `${path} ${message}`)).toEqual([
    "SKILLCDN.md `exclude` names `draft`, which does not exist.",
  ]);
});

test("100 exact paths, repeated ones and one slash at the end can be excluded", () => {
  const many = Array.from({ length: 99 }, (_, index) => `a${index}`);
  const read = readManifestFile(manifest(`exclude: [${[...many, "a1/"].join(", ")}]\n`), "t/SKILLCDN.md");
  expect(read).toMatchObject({ exclude: many.map((each) => `t/${each}`) });
});

test("nothing below can undo an `exclude`, and excluded files are out of every skill, link and include", () => {
  const read = reading({
    "SKILLCDN.md": manifest("exclude: [a/secret.md, a/sub, docs/s.md]\n"),
    "a/SKILLCDN.md": manifest("documents: [sub]\n"),
    "a/SKILL.md": skill("a", {
      fields: "skillcdn: {include: [secret.md, /docs/s.md]}\n",
      body: "[s](secret.md) [t](sub/t.md) [d](/docs/s.md) [gone](sub/gone.md)\n",
    }),
    "a/secret.md": "s",
    "a/sub/t.md": "t",
    "docs/s.md": "s",
  });
  expect(served(read)).toEqual(["SKILLCDN.md", "a/SKILL.md", "a/SKILLCDN.md"]);
  expect(read.linked).toEqual([]);
  expect(listing(read)).toEqual({ a: "file_unavailable" });
  expect(findings(read)).toEqual(["error file_unavailable a/SKILL.md", "warning ignored_field a/SKILL.md"]);
  const [a] = read.skills;
  expect(a && assemble(a, read, String)).toBeUndefined();
});

test.each([
  ["prose only", "Just prose.\n", "missing_front_matter"],
  ["front matter that never ends", "---\ndescription: x\n", "unterminated_front_matter"],
  ["broken YAML", "---\ndescription: a: b\n---\n", "invalid_front_matter"],
  ["no description", "---\nname: x\n---\n", "invalid_description"],
  ["a description of 1,025 characters", `---\ndescription: ${"d".repeat(1025)}\n---\n`, "invalid_description"],
  ["more than 262,144 bytes", `${manifest()}${"x".repeat(262_144)}`, "index_limit"],
  ["unreadable", unreadable, "unavailable"],
  ["binary", new Uint8Array([45, 45, 45, 10, 0]), "unavailable"],
  ["not UTF-8", new Uint8Array([45, 45, 45, 10, 0xff]), "unavailable"],
  ["a symbolic link", link, "unsupported_type"],
  ["a submodule", special, "unsupported_type"],
])("M9: a manifest that is %s closes its folder", (_, content, code) => {
  const read = reading({ "t/SKILLCDN.md": content, "t/a/SKILL.md": skill("a"), "t/docs/d.md": "d" });
  expect(findings(read)).toEqual([`error ${code} t/SKILLCDN.md`]);
  expect(verdicts(read)).toMatchObject({ "t/a/SKILL.md": "withheld closed", "t/docs/d.md": "withheld closed" });
  expect(read.skills).toEqual([]);
  expect(read.isPartial).toBe(code === "index_limit");
});

test("a manifest over 262,144 characters is too large when the bytes are allowed", () => {
  const read = reading({ "SKILLCDN.md": `${manifest()}${"x".repeat(262_144)}` }, { fileBytes: 1_000_000 });
  expect(findings(read)).toEqual(["error too_large SKILLCDN.md"]);
});

test("a manifest whose path is too long still closes its folder", () => {
  const folder = "d/".repeat(508).slice(0, -1);
  const read = reading({ [`${folder}/SKILLCDN.md`]: manifest("exclude: [a.md]\n"), [`${folder}/a.md`]: "a" });
  expect(`${folder}/SKILLCDN.md`.length).toBeGreaterThan(1024);
  expect(verdicts(read)[`${folder}/a.md`]).toBe("withheld closed");
  expect(findings(read)).toEqual([`error unavailable ${folder}/SKILLCDN.md`]);
});

test("M10: below a closed hidden folder nothing is read and no link leads in or out", () => {
  const never = (): never => {
    throw new Error("read");
  };
  const trap = { kind: "file", size: 100, read: never } as const;
  const read = reading({
    ".team/SKILLCDN.md": "broken",
    ".team/skills/a/SKILL.md": trap,
    ".team/sub/SKILLCDN.md": trap,
    "private.md": "p",
  });
  expect(findings(read)).toEqual(["error missing_front_matter .team/SKILLCDN.md"]);
  expect(verdicts(read)["private.md"]).toBe("withheld not_served");
});

test("M11: a skill carries the rules of every folder at or above it, from the root down", () => {
  const read = reading({
    "SKILLCDN.md": manifest("", "Root.\n"),
    "area/SKILLCDN.md": manifest("", "Area.\n"),
    "area/blank/SKILLCDN.md": manifest("", " \n"),
    "area/blank/a/SKILLCDN.md": manifest("", "Own.\n"),
    "area/blank/a/SKILL.md": skill("a"),
    "area/blank/a/below/SKILLCDN.md": manifest("", "Below.\n"),
    "other/SKILLCDN.md": manifest("", "Other.\n"),
  });
  const [a] = read.skills;
  expect(a && rulesOf(a).map(({ body }) => body.trim())).toEqual(["Root.", "Area.", "Own."]);
});

test("M12: an image is kept when it exists or is an https address", () => {
  const image = (written: string, more = {}) => {
    const read = reading({ "area/SKILLCDN.md": manifest(`image: ${written}\n`), "area/art/b.svg": "<svg/>", ...more });
    return [read.manifests[0]?.image, findings(read)] as const;
  };
  const warned = [null, ["warning ignored_field area/SKILLCDN.md"]];
  expect(image("./art/b.svg")).toEqual(["area/art/b.svg", []]);
  expect(image("art/b.svg")).toEqual(["area/art/b.svg", []]);
  expect(image("https://example.com/a.png")).toEqual(["https://example.com/a.png", []]);
  for (const written of [
    "./art/none.svg",
    "../x.svg",
    "/area/art/b.svg",
    ".",
    "http://example.com/a.png",
    "https://u:p@example.com/",
    '"https://example.com/a b"',
    "javascript:x",
    "[a]",
  ]) {
    expect(image(written)).toEqual(warned);
  }
  expect(image(`https://example.com/${"a".repeat(2048)}`)).toEqual(warned);
  expect(image("art/b.svg", { "SKILLCDN.md": manifest("exclude: [area/art]\n") })[0]).toBe(null);
  const closed = reading({
    "SKILLCDN.md": manifest("image: art/b.svg\n"),
    "art/SKILLCDN.md": "broken",
    "art/b.svg": "x",
  });
  expect(closed.manifests[0]?.image).toBeNull();
});

test("M13: a language that is none and a name of two lines are ignored with a warning each", () => {
  const read = readManifestFile(manifest('language: Klingon\nname: "two\\nlines"\nlicense: [x]\n'), "SKILLCDN.md");
  expect(read).toMatchObject({ language: null, name: null, license: null });
  expect("found" in read && read.found.map(({ message }) => /`(\w+)`/.exec(message)?.[1])).toEqual([
    "name",
    "language",
    "license",
  ]);
});

test("language and image are inherited, the nearer one wins; names and descriptions are not", () => {
  const read = reading({
    "SKILLCDN.md": manifest("name: All\nlanguage: en\nimage: i.png\n"),
    "i.png": "x",
    "a/SKILLCDN.md": manifest("language: pt-BR\n"),
    "a/b/SKILLCDN.md": manifest("image: https://example.com/b.png\n"),
  });
  expect(read.manifests.map(({ folder, name, inherited }) => [folder, name, inherited])).toEqual([
    ["", "All", { language: "en", image: "i.png" }],
    ["a", null, { language: "pt-BR", image: "i.png" }],
    ["a/b", null, { language: "pt-BR", image: "https://example.com/b.png" }],
  ]);
});

test("translations and metadata of a manifest are read as those of a skill", () => {
  const read = readManifestFile(
    manifest(`translations: {ko: {name: 조수, title: no}, x: {name: a}}\nmetadata: {v: 1.0}\n`),
    "SKILLCDN.md",
  );
  expect(read).toMatchObject({ translations: new Map([["ko", { name: "조수" }]]), metadata: new Map([["v", "1.0"]]) });
  expect("found" in read && read.found.map(({ code }) => code)).toEqual(["ignored_field"]);
});

test("manifests beyond the limit of files close their folders, the deep ones first", () => {
  const read = reading(
    { "SKILLCDN.md": manifest("name: a\n"), "a/SKILLCDN.md": manifest("name: bb\n"), "a/x/SKILL.md": skill("x") },
    { files: 1 },
  );
  expect(findings(read)).toEqual(["error index_limit a/SKILLCDN.md"]);
  expect([read.isPartial, read.skills]).toEqual([true, []]);
});
