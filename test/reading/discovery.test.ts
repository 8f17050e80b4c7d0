import { expect, test } from "vitest";
import { LIMITS, readRepository } from "../../src/reading/index.ts";
import { findings, link, listing, manifest, reading, skill, special, treeOf, verdicts } from "../tools/repository.ts";

const folders = (contents: Parameters<typeof reading>[0]) => reading(contents).skills.map(({ folder }) => folder);

test("D1: skills are found at the root, at any depth and in hidden folders", () => {
  expect(
    folders({ "SKILL.md": skill("kit"), "a/b/c/SKILL.md": skill("c"), ".agents/.x/y/SKILL.md": skill("y") }),
  ).toEqual([".agents/.x/y", "", "a/b/c"]);
});

test("D2: `skill.md` and `SKILL.md.bak` declare nothing and are not served", () => {
  const read = reading({ "skills/oven/skill.md": skill("oven"), "skills/oven/SKILL.md.bak": skill("oven") });
  expect(read.skills).toEqual([]);
  expect(verdicts(read)).toEqual({
    "skills/oven/SKILL.md.bak": "withheld not_served",
    "skills/oven/skill.md": "withheld not_served",
  });
});

test("D3: a file belongs to the nearest skill, and comes with every skill above it", () => {
  const read = reading({
    "skills/outer/SKILL.md": skill("outer"),
    "skills/outer/a.md": "a",
    "skills/outer/inner/SKILL.md": skill("inner"),
    "skills/outer/inner/b.md": "b",
    "skills/outer0.md": "no file of it",
  });
  const [outer, inner] = read.skills;
  expect(read.stock.filesOf("skills/outer")).toEqual([
    "skills/outer/SKILL.md",
    "skills/outer/a.md",
    "skills/outer/inner/SKILL.md",
    "skills/outer/inner/b.md",
  ]);
  expect(read.stock.filesOf("skills/outer/inner")).toEqual(["skills/outer/inner/SKILL.md", "skills/outer/inner/b.md"]);
  expect([outer?.size.files, inner?.size.files]).toEqual([4, 2]);
  expect(read.ownerOf("skills/outer/a.md")).toBe(outer);
  expect(read.ownerOf("skills/outer/inner/b.md")).toBe(inner);
  expect(read.ownerOf("skills/outer0.md")).toBeUndefined();
});

test("D4: a hidden file of a skill is served when it is linked or included, without its siblings", () => {
  const read = reading({
    "skills/a/SKILL.md": skill("a", {
      fields: "skillcdn: {include: [.data/t.json]}\n",
      body: "[keep](.notes/keep.md)\n",
    }),
    "skills/a/.notes/keep.md": "# Keep\n",
    "skills/a/.notes/other.md": "# Other\n",
    "skills/a/.data/t.json": "{}",
    "skills/a/.env": "SECRET",
  });
  expect(verdicts(read)).toEqual({
    "skills/a/.data/t.json": "served include",
    "skills/a/.env": "withheld not_served",
    "skills/a/.notes/keep.md": "readable linked",
    "skills/a/.notes/other.md": "withheld not_served",
    "skills/a/SKILL.md": "served skill",
  });
  expect(read.stock.filesOf("skills/a")).toEqual([
    "skills/a/.data/t.json",
    "skills/a/.notes/keep.md",
    "skills/a/SKILL.md",
  ]);
  expect(read.linked).toEqual(["skills/a/.notes/keep.md"]);
});

test("D5: identical copies and other hidden skills are not listed beside a visible one, nor searched", () => {
  const a = { "SKILL.md": skill("a"), "r.md": "# R\n" };
  const at = (folder: string) =>
    Object.fromEntries(Object.entries(a).map(([path, text]) => [`${folder}/${path}`, text]));
  const read = reading({
    ...at("skills/a"),
    ...at(".claude/skills/a"),
    ...at(".agents/skills/a"),
    ".agents/skills/b/SKILL.md": skill("b"),
  });
  expect(listing(read)).toEqual({
    ".agents/skills/a": "duplicate skills/a/SKILL.md",
    ".agents/skills/b": "hidden",
    ".claude/skills/a": "duplicate skills/a/SKILL.md",
    "skills/a": "listed",
  });
  const searched = [...read.verdicts].filter(([, each]) => each.access === "served" && each.isSearched);
  expect(searched.map(([path]) => path)).toEqual(["skills/a/SKILL.md", "skills/a/r.md"]);
});

test("D6: a repository with hidden skills alone lists them, the copy with the shortest path first", () => {
  const read = reading({
    ".claude/skills/a/SKILL.md": skill("a"),
    ".agents/skills/a/SKILL.md": skill("a"),
    ".agents/skills/b/SKILL.md": skill("b"),
  });
  expect(listing(read)).toEqual({
    ".agents/skills/a": "listed",
    ".agents/skills/b": "listed",
    ".claude/skills/a": "duplicate .agents/skills/a/SKILL.md",
  });
});

test("D7: of identical copies the one with the shortest path is kept, whatever the order", () => {
  expect(listing(reading({ "pkg/deep/a/SKILL.md": skill("a"), "x/a/SKILL.md": skill("a") }))).toEqual({
    "pkg/deep/a": "duplicate x/a/SKILL.md",
    "x/a": "listed",
  });
});

test("copies differ when a file that comes with them does: another name, one byte, a hidden file that is linked", () => {
  const body = "[n](.n.md)\n";
  const base = { "a/x/SKILL.md": skill("x", { body }), "b/x/SKILL.md": skill("x", { body }) };
  expect(listing(reading(base))["b/x"]).toBe("duplicate a/x/SKILL.md");
  expect(listing(reading({ ...base, "a/x/f": "1", "b/x/f": "1" }))["b/x"]).toBe("duplicate a/x/SKILL.md");
  expect(listing(reading({ ...base, "a/x/f": "1", "b/x/f": "2" }))["b/x"]).toBe("listed");
  expect(listing(reading({ ...base, "a/x/f": "1", "b/x/g": "1" }))["b/x"]).toBe("listed");
  expect(listing(reading({ ...base, "a/x/f/g": "1", "b/x/f": "1" }))["b/x"]).toBe("listed");
  expect(listing(reading({ ...base, "a/x/.n.md": "1", "b/x/.n.md": "2" }))["b/x"]).toBe("listed");
  expect(listing(reading({ ...base, "a/x/.other": "1", "b/x/.other": "2" }))["b/x"]).toBe("duplicate a/x/SKILL.md");
});

test("a hidden skill is covered by a visible one even when that is not listed itself", () => {
  expect(listing(reading({ "skills/b/SKILL.md": skill("a"), ".x/c/SKILL.md": skill("c") }))).toEqual({
    ".x/c": "hidden",
    "skills/b": "name_directory_mismatch",
  });
});

test("D8: a root skill named after a top-level folder collides with it, but not with one that is withheld", () => {
  expect(listing(reading({ "SKILL.md": skill("kit"), "kit/a.md": "a" }))).toEqual({ "": "uri_collision" });
  const withheld = { "SKILLCDN.md": manifest("exclude: [kit]\n"), "SKILL.md": skill("kit"), "kit/a.md": "a" };
  expect(listing(reading(withheld))).toEqual({ "": "listed" });
});

test("D9: a broken `SKILL.md` is reported; its files belong to the skill above, and it can be read anywhere", () => {
  const read = reading({
    "skills/a/SKILL.md": skill("a"),
    "skills/a/sub/SKILL.md": "no front matter",
    "skills/a/sub/f.md": "f",
    "other/SKILL.md": "---\nname: x\n",
    "other/f.md": "f",
    "docs/d/SKILL.md": "---\ndescription: d\n---\n# Draft\n",
  });
  expect(findings(read)).toEqual([
    "error invalid_name docs/d/SKILL.md",
    "error unterminated_front_matter other/SKILL.md",
    "error missing_front_matter skills/a/sub/SKILL.md",
  ]);
  expect(verdicts(read)).toEqual({
    "docs/d/SKILL.md": "served document",
    "other/SKILL.md": "readable broken_skill",
    "other/f.md": "withheld not_served",
    "skills/a/SKILL.md": "served skill",
    "skills/a/sub/SKILL.md": "served skill",
    "skills/a/sub/f.md": "served skill",
  });
  expect(read.documents).toEqual([{ path: "docs/d/SKILL.md", title: "Draft", description: "d" }]);
  expect([...read.files.keys()]).not.toContain("other/SKILL.md");
});

test("F16: a `SKILL.md` over the limit of bytes is not read, which makes the reading partial", () => {
  const at = (length: number) => reading({ "a/SKILL.md": skill("a").padEnd(length, "x"), "a/b.md": "b" });
  expect([listing(at(262_144)), at(262_144).isPartial]).toEqual([{ a: "listed" }, false]);
  const over = at(262_145);
  expect([findings(over), over.skills, over.isPartial]).toEqual([["error index_limit a/SKILL.md"], [], true]);
  expect(verdicts(over)).toEqual({ "a/SKILL.md": "readable broken_skill", "a/b.md": "withheld not_served" });
});

test("D10: tool folders, links and special entries are never read, and named", () => {
  const never = (): never => {
    throw new Error("read");
  };
  const trap = { kind: "file", size: 100, read: never } as const;
  const read = reading({
    ".git/SKILL.md": trap,
    "node_modules/p/SKILL.md": trap,
    "skills/a/node_modules/p/SKILLCDN.md": trap,
    "skills/linked": link,
    "skills/b/SKILL.md": link,
    "skills/c": special,
    "skills/.gitignore": "x",
  });
  expect(read.skills).toEqual([]);
  expect(findings(read)).toEqual([]);
  expect(verdicts(read)).toEqual({
    ".git/SKILL.md": "skipped tool_folder",
    "node_modules/p/SKILL.md": "skipped tool_folder",
    "skills/.gitignore": "withheld not_served",
    "skills/a/node_modules/p/SKILLCDN.md": "skipped tool_folder",
    "skills/b/SKILL.md": "skipped link",
    "skills/c": "skipped special",
    "skills/linked": "skipped link",
  });
});

test("D11: without skills, `docs` at the root is served and the README introduces", () => {
  const read = reading({
    "docs/a.md": "# A\n\nFirst.\n",
    "docs/.h.md": "h",
    "docs/.h/x.md": "x",
    "docs/data.json": "{}",
    "docs/pic.png": new Uint8Array([0, 1]),
    "pkg/docs/b.md": "b",
    "README.md": "# Project\n\nAbout it.\n",
    docs2: "x",
  });
  expect(verdicts(read)).toEqual({
    "README.md": "readable overview",
    "docs/.h.md": "withheld not_served",
    "docs/.h/x.md": "withheld not_served",
    "docs/a.md": "served document",
    "docs/data.json": "served document",
    "docs/pic.png": "served document",
    docs2: "withheld not_served",
    "pkg/docs/b.md": "withheld not_served",
  });
  expect(read.documents).toEqual([
    { path: "docs/a.md", title: "A", description: "First." },
    { path: "docs/data.json", title: null, description: null },
  ]);
  expect(read.introductions).toEqual(
    new Map([["", { path: "README.md", title: "Project", description: "About it." }]]),
  );
});

test("a path that is none is skipped with the reason, and what it declares is not read", () => {
  const long = `${"d/".repeat(600)}SKILL.md`;
  const read = reading({
    [long]: skill("d"),
    "/abs.md": "a",
    "a\\b": "a",
    "a//b": "a",
    "a/../b": "a",
    "a\u202Eb": "a",
    "": "a",
  });
  expect(verdicts(read)).toEqual({
    "": "skipped empty_segment",
    "/abs.md": "skipped absolute",
    "a/../b": "skipped dot_segment",
    "a//b": "skipped empty_segment",
    "a\\b": "skipped forbidden_character",
    "a\u202Eb": "skipped forbidden_character",
    [long]: "skipped too_long",
  });
});

test("a root skill has every visible file that is not withheld, and no hidden skill of the repository", () => {
  const read = reading({
    "SKILL.md": skill("kit"),
    "run.sh": "#!/bin/sh\n",
    ".github/ci.yml": "x",
    ".claude/skills/own/SKILL.md": skill("own"),
    "sub/SKILL.md": skill("sub"),
  });
  expect(read.stock.filesOf("")).toEqual(["SKILL.md", "run.sh", "sub/SKILL.md"]);
  expect(verdicts(read)[".github/ci.yml"]).toBe("withheld not_served");
});

test("with more files and folders than the limit nothing is read at all", () => {
  const tree = treeOf({ "a/b/SKILL.md": skill("b"), "a/b/c.md": "c" });
  expect(readRepository(tree, { ...LIMITS, treeEntries: 4 })).toBeDefined();
  expect(readRepository(tree, { ...LIMITS, treeEntries: 3 })).toBeUndefined();
  expect(readRepository(tree, { ...LIMITS, treeEntries: 1 })).toBeUndefined();
});

test("the order in which a tree is listed decides nothing", () => {
  const contents = {
    "SKILLCDN.md": manifest("exclude: [x]\n", "Rules.\n"),
    "a/SKILL.md": skill("a", { body: "[d](/docs/d.md)\n" }),
    "b/SKILL.md": skill("b"),
    "docs/d.md": "# D\n",
    "README.md": "# R\n",
  };
  const turned = Object.fromEntries(Object.entries(contents).toReversed());
  const plain = (read: ReturnType<typeof reading>) =>
    JSON.stringify([[...read.verdicts], read.skills, read.findings, read.documents]);
  expect(plain(reading(turned))).toBe(plain(reading(contents)));
});
