import { expect, test } from "vitest";
import { summarise } from "../../src/reading/summary.ts";
import { findings, manifest, reading, skill, unreadable, verdicts } from "../tools/repository.ts";

const readable = (read: ReturnType<typeof reading>, code: string) =>
  [...read.verdicts].filter(([, each]) => each.code === code).map(([path]) => path);

test("L1: a README that opens with a centred block and badges is described by its prose", () => {
  const text = [
    '<div align="center">',
    '    <img src="logo.png">',
    "  <h1>Tides</h1>",
    "",
    '      <a href="x">docs</a>',
    "</div>",
    "",
    "[![build](b.svg)](https://example.com) ![npm](n.svg)",
    "",
    "Tells the tide.",
  ];
  expect(summarise(text.join("\n"))).toEqual({ title: null, description: "Tells the tide." });
});

test("L2: the first prose after the heading counts, with its links as text", () => {
  const text = [
    "Before.",
    "",
    "# T",
    "",
    "> quote",
    "",
    "- item",
    "",
    "| a | b |",
    "|---|---|",
    "| c | d |",
    "",
    "```",
    "code",
    "```",
    "",
    "<!-- comment",
    "",
    "over lines -->",
    "",
    "<script>",
    "",
    "x</script>",
    "",
    "***",
    "",
    "[def]: x.md",
    "",
    "## Sub",
    "",
    "![badge](b.svg)",
    "See **the [guide](g.md)** for `more`.",
  ];
  expect(summarise(text.join("\n"))).toEqual({ title: "T", description: "See the guide for more." });
  expect(summarise("Only prose,\non two lines.\n")).toEqual({ title: null, description: "Only prose, on two lines." });
});

test("L3: a long paragraph is cut to 200 characters that end in an ellipsis", () => {
  const { description } = summarise(`# T\n\n${"word ".repeat(120)}\n`);
  expect(description).toMatch(/^(?:word )+word?…$/);
  expect((description ?? "").length).toBeLessThanOrEqual(200);
  const exact = "x".repeat(200);
  expect(summarise(exact).description).toBe(exact);
  expect(summarise(`${"x".repeat(198)}😀😀`).description?.isWellFormed()).toBe(true);
});

test("title and description of the front matter come first, cut at 200 and 500; unsafe ones count for nothing", () => {
  const text = `---\ntitle: "Two\\n  words"\ndescription: ${"d".repeat(600)}\n---\n# Other\n\nProse.\n`;
  expect(summarise(text)).toEqual({ title: "Two words", description: "d".repeat(500) });
  expect(summarise(`---\ntitle: ${"t".repeat(300)}\n---\n`).title).toHaveLength(200);
  expect(summarise("---\ntitle: a: b\n---\n# Title\n\nProse.\n")).toEqual({ title: "Title", description: "Prose." });
  expect(summarise("---\ntitle: a\n# Title\n\nProse.\n")).toEqual({ title: null, description: null });
  expect(summarise("# T\u202E\n\nPro\u200Bse.\n")).toEqual({ title: null, description: null });
  expect(summarise("Setext\n======\n\nProse.\n")).toEqual({ title: null, description: "Prose." });
});

test("L4: one README introduces a folder in which something else is served", () => {
  const read = reading({
    "README.md": "# R\n",
    "readme.md": "# r\n",
    "README.ko.md": "# 리드미\n",
    "skills/README.markdown": "# S\n",
    "skills/readme.mdx": "# s\n",
    "skills/a/SKILL.md": skill("a"),
    "other/README.md": "# O\n",
    "other/n.txt": "n",
    ".h/README.md": "# H\n",
  });
  expect(readable(read, "overview")).toEqual(["README.md", "skills/README.markdown"]);
  expect([...read.introductions.keys()].toSorted()).toEqual(["", "skills"]);
  expect(verdicts(read)).toMatchObject({
    ".h/README.md": "withheld not_served",
    "other/README.md": "withheld not_served",
  });
});

test("a README in a skill or a folder of documents keeps its role, and introduces the folder too", () => {
  const read = reading({
    "docs/README.md": "# D\n",
    "docs/a.md": "a",
    "docs/alone/README.md": "# Alone\n",
    "s/SKILL.md": skill("s"),
    "s/README.md": "# S\n",
  });
  expect(verdicts(read)).toMatchObject({ "docs/README.md": "served document", "s/README.md": "served skill" });
  expect([...read.introductions.values()].map(({ path }) => path)).toEqual(["docs/README.md", "s/README.md"]);
});

test("a README opens no folder, nor does a file that is only linked", () => {
  const read = reading({
    "README.md": "[n](notes/n.md)\n",
    "notes/n.md": "n",
    "notes/README.md": "# N\n",
  });
  expect(verdicts(read)).toMatchObject({ "notes/n.md": "readable linked", "notes/README.md": "withheld not_served" });
});

test("L5: links are followed from file to file, round a circle, and open no sibling", () => {
  const read = reading({
    "skills/a/SKILL.md": skill("a", { body: "[1](/shared/1.md)\n" }),
    "shared/1.md": "[2](2.md)\n",
    "shared/2.md": "[1](1.md) [g](/.ctx/g.md)\n",
    ".ctx/g.md": "g",
    ".ctx/z.md": "z",
  });
  expect(read.linked).toEqual([".ctx/g.md", "shared/1.md", "shared/2.md"]);
  expect(verdicts(read)[".ctx/z.md"]).toBe("withheld not_served");
  expect(read.isPartial).toBe(false);
});

const chain = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`c/${index + 1}.md`, `[next](${index + 2}.md)\n`]));

test("L6: the eighth file of a chain is readable, the ninth is not, and the reading is partial", () => {
  const read = reading({ "a/SKILL.md": skill("a", { body: "[1](/c/1.md)\n" }), ...chain(12) });
  expect(read.linked).toEqual(Array.from({ length: 8 }, (_, index) => `c/${index + 1}.md`));
  expect(findings(read, "error")).toEqual(["error reference_limit c/8.md"]);
  expect(read.isPartial).toBe(true);
});

test("a chain counts from what is served, by the shortest way, whatever is found first", () => {
  const read = reading({
    "a/SKILL.md": skill("a", { body: "[1](/c/1.md)\n" }),
    ...chain(12),
    "c/8.md": "[r](/a/refs/r.md) [next](9.md)\n",
    "a/refs/r.md": "[far](/c/5.md) [new](/c/9.md)\n",
  });
  expect(read.linked).toEqual(Array.from({ length: 12 }, (_, index) => `c/${index + 1}.md`).toSorted());
  expect(read.isPartial).toBe(false);
});

test("L7: 201 different links are too many; 200, a repeat and an external one are not", () => {
  const links = (count: number) => Array.from({ length: count }, (_, index) => `[n](n/${index}.md)`).join(" ");
  const files = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a/n/${index}.md`, "n"]));
  const many = reading({ "a/SKILL.md": skill("a", { body: links(201) }), ...files });
  expect([findings(many), many.isPartial]).toEqual([["error reference_limit a/SKILL.md"], true]);
  const exact = reading({
    "a/SKILL.md": skill("a", { body: `${links(200)} [n](n/7.md) [x](https://example.com/x.md)` }),
    ...files,
  });
  expect([findings(exact), exact.isPartial]).toEqual([[], false]);
});

test("text beyond 262,144 characters is not searched for links", () => {
  const body = `${"x ".repeat(140_000)}[n](n.md)`;
  const read = reading({ "docs/a.md": body, "docs/n.md": "n" }, { fileBytes: 1_000_000 });
  expect([findings(read), read.isPartial]).toEqual([["error reference_limit docs/a.md"], true]);
});

test("L8: code, comments, images and escapes hold no links; every form of a link does", () => {
  const body = [
    "`[a](no1.md)` `` ` [a](no2.md) `` ![i](no3.md) \\[a](no4.md) <a href='no5.md'>x</a> no6.md a <!-- [a](no7.md) --> b",
    "",
    "```",
    "[a](no8.md)",
    "```",
    "",
    "    [a](no9.md)",
    "",
    "<!--",
    "[a](no10.md)",
    "-->",
    "",
    '[a](yes1.md) [b](<yes 2.md> "title") [c](yes(3).md) [full][ref] [coll][] [short] [x\\]](yes7.md?q#f) [m](YES8.MD)',
    "",
    "- item",
    "",
    "    - [nested](yes9.md)",
    "",
    "[ref]: yes4.md",
    "[coll]: yes5.md",
    "[short]: yes6.md",
    "[unused]: no11.md",
  ].join("\n");
  const names = [
    ...Array.from({ length: 11 }, (_, index) => `no${index + 1}.md`),
    "yes1.md",
    "yes 2.md",
    "yes(3).md",
    "YES8.MD",
    ...[4, 5, 6, 7, 9].map((each) => `yes${each}.md`),
  ];
  const read = reading({
    "a/SKILL.md": skill("a", { body: body.replaceAll(/\b(?=(?:yes|no|YES)\S* ?\S*\.md)/gi, "/p/") }),
    ...Object.fromEntries(names.map((name) => [`p/${name}`, "x"])),
  });
  expect(read.linked).toEqual(
    names
      .filter((name) => /^yes/i.test(name))
      .map((name) => `p/${name}`)
      .toSorted(),
  );
});

test("L9: destinations that leave the repository or are no Markdown files lead nowhere", () => {
  const body =
    "[a](/%2e%2e/x.md) [b](%2f%2fh/x.md) [c](a%ZZ.md) [d](/../x.md) [e](x.json) [f](#a) [g](//h/x.md) [h](x) [i](x.md/) [j](a%00.md)\n";
  const read = reading({ "SKILL.md": skill("kit", { body }), ".x.md": "x", "x.json": "{}", "h/x.md": "x" });
  expect(read.linked).toEqual([]);
  const broken = read.findings.map(({ code, message }) => `${code} ${/`(.*)`/.exec(message)?.[1]}`);
  expect(broken).toEqual([
    "broken_link %2f%2fh/x.md",
    "broken_link /%2e%2e/x.md",
    "broken_link /../x.md",
    "broken_link a%00.md",
  ]);
});

test("a destination is decoded once, and cut at a query or fragment before", () => {
  const read = reading({
    "docs/a.md": "[a](/p/%C3%A9.md) [b](/p/%2523.md#x) [c](/p/q%3F.md?x)\n",
    "p/é.md": "1",
    "p/%23.md": "2",
    "p/q?.md": "3",
    "p/#.md": "4",
  });
  expect(read.linked).toEqual(["p/%23.md", "p/q?.md", "p/é.md"]);
});

test("L10: a link to a `SKILL.md` or a folder manifest changes nothing about it", () => {
  const read = reading({
    "a/SKILL.md": skill("a", { body: "[b](../b/SKILL.md) [m](/m/SKILLCDN.md) [x](/x/SKILL.md)\n" }),
    "b/SKILL.md": skill("b"),
    "m/SKILLCDN.md": manifest("", "Rules.\n"),
    "x/SKILL.md": "broken",
  });
  expect(read.linked).toEqual([]);
  expect(verdicts(read)).toMatchObject({
    "b/SKILL.md": "served skill",
    "m/SKILLCDN.md": "served manifest",
    "x/SKILL.md": "readable broken_skill",
  });
  expect(read.skills[0]?.governing).toBeUndefined();
});

test("L11: a link behind 250,000 brackets is found", () => {
  const read = reading({ "docs/a.md": `${"[".repeat(250_000)}[g](/g.md)\n`, "g.md": "g" });
  expect(read.linked).toEqual(["g.md"]);
});

test("links of manifests, READMEs and documents are followed; those of files that are not served are not", () => {
  const read = reading({
    "SKILLCDN.md": manifest("", "[1](/p/1.md)\n"),
    "README.md": "[2](p/2.md)\n",
    "docs/a.md": "[3](../p/3.md)\n",
    "notes/b.md": "[4](../p/4.md)\n",
    "s/SKILL.md": skill("s"),
    "s/r.md": "[5](/p/5.md)\n",
    ...Object.fromEntries([1, 2, 3, 4, 5].map((each) => [`p/${each}.md`, "x"])),
  });
  expect(read.linked).toEqual(["p/1.md", "p/2.md", "p/3.md"]);
});

test("a broken link is a warning with its line; a link that leaves the skill is another, unless it is included", () => {
  const read = reading({
    "a/SKILL.md": skill("a", {
      fields: "skillcdn: {include: [/docs/in.md]}\n",
      body: "# A\n\n[gone](gone.md)\n\n| t |\n|---|\n| [out](/docs/out.md) |\n\n[in](/docs/in.md) [own](own.md)\n",
    }),
    "a/own.md": "x",
    "docs/in.md": "[gone](gone.md)\n",
    "docs/out.md": "x",
  });
  expect(read.findings.map(({ code, path, line }) => [code, path, line])).toEqual([
    ["broken_link", "a/SKILL.md", 8],
    ["link_leaves_skill", "a/SKILL.md", 12],
    ["broken_link", "docs/in.md", 1],
  ]);
});

test("a document that is too large, binary or unreadable is listed without a summary and not searched", () => {
  const read = reading({
    "docs/big.md": `# Big\n${"x".repeat(262_144)}`,
    "docs/bin.md": new Uint8Array([35, 32, 0]),
    "docs/lost.md": unreadable,
    "docs/ok.md": "# Ok\n",
    "docs/ok.txt": "text",
  });
  expect(read.documents.map(({ path, title }) => [path, title])).toEqual([
    ["docs/big.md", null],
    ["docs/bin.md", null],
    ["docs/lost.md", null],
    ["docs/ok.md", "Ok"],
  ]);
  const searched = [...read.verdicts].filter(([, each]) => each.access === "served" && each.isSearched);
  expect(searched.map(([path]) => path)).toEqual(["docs/ok.md"]);
  expect(read.isPartial).toBe(false);
});

test("limits of files and bytes admit manifests first, then skills, then documents; the same content counts once", () => {
  const contents = {
    "docs/1.md": "# Same\n",
    "docs/2.md": "# Same\n",
    "docs/3.md": "# Else\n",
    "a/SKILL.md": skill("a"),
    "SKILLCDN.md": manifest(),
  };
  const titles = (files: number) => reading(contents, { files }).documents.map(({ title }) => title);
  expect(titles(4)).toEqual(["Same", "Same", "Else"]);
  expect(titles(3)).toEqual(["Same", "Same", null]);
  expect(titles(2)).toEqual([null, null, null]);
  const one = reading(contents, { files: 1 });
  expect([findings(one), one.isPartial]).toEqual([["error index_limit a/SKILL.md"], true]);
  const bytes = reading(contents, { totalBytes: manifest().length + skill("a").length + 7 });
  expect(bytes.documents.map(({ title }) => title)).toEqual(["Same", "Same", null]);
  expect([bytes.isPartial, reading(contents).isPartial]).toEqual([true, false]);
});
