import { expect, test } from "vitest";
import { checkLinks } from "../../src/source/links.ts";
import { brief } from "../tools/problems.ts";

const FILES = [
  "SKILL.md",
  "README.md",
  "références.md",
  "a b.md",
  "100%.md",
  "a(1).md",
  "a#b.md",
  "..notes.md",
  "docs/a.md",
  "docs/deep/b.md",
  "img/x.png",
];
/** Problems of a text that stands in `file`. */
const check = (text: string, file = "SKILL.md") => brief(checkLinks(new Map([[file, text]]), FILES, "tides"));

test.each([
  ["a file beside", "[a](README.md)"],
  ["a file below", "[a](docs/a.md)"],
  ["a leading ./", "[a](./docs/a.md)"],
  ["a fragment", "[a](docs/a.md#part)"],
  ["a query", "[a](docs/a.md?plain=1)"],
  ["a fragment of the same file", "[a](#part)"],
  ["a folder", "[a](docs) [b](docs/) [c](docs/deep/) [d](.) [e](./)"],
  ["letters beyond ASCII", "[a](références.md)"],
  ["letters beyond ASCII, percent-encoded", "[a](r%C3%A9f%C3%A9rences.md)"],
  ["a blank, percent-encoded", "[a](a%20b.md)"],
  ["a blank, in angle brackets", "[a](<a b.md>)"],
  ["a percent sign that encodes nothing", "[a](100%.md)"],
  ["parentheses", "[a](a(1).md)"],
  ["a hash, percent-encoded", "[a](a%23b.md)"],
  ["a name that starts with two dots", "[a](..notes.md)"],
  ["a title", '[a](README.md "Read it")'],
  ["an image", "![x](img/x.png)"],
  ["an image that is a link", "[![x](img/x.png)](README.md)"],
  ["a reference", "[a][r]\n\n[r]: docs/a.md"],
  ["a detour", "[a](docs/../README.md)"],
])("a link to a file that exists is fine: %s", (_, text) => {
  expect(check(text)).toEqual([]);
});

test("links are relative to the file they stand in", () => {
  expect(check("[a](deep/b.md) [b](../README.md) [c](..) [d](../docs/a.md)", "docs/a.md")).toEqual([]);
  expect(check("[a](docs/a.md)", "docs/a.md")).toEqual(["warning broken-reference tides/docs/a.md:1"]);
});

test.each([
  ["https", "[a](https://example.com/gone.md)"],
  ["no scheme but a host", "[a](//example.com/gone.md)"],
  ["mail", "[a](mailto:a@example.com)"],
  ["a scheme of its own", "[a](vscode://file/gone)"],
  ["data", "![a](data:image/png;base64,AAAA)"],
  ["an autolink", "<https://example.com/gone.md>"],
])("addresses elsewhere are nobody's business here: %s", (_, text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ["a code span", "`[a](gone.md)`"],
  ["a code span of two backticks", "``[a](gone.md)` ``"],
  ["a fenced block", "```md\n[a](gone.md)\n```"],
  ["a fenced block of tildes", "~~~\n[a](gone.md)\n~~~"],
  ["a fenced block in a list", "- x\n\n  ```\n  [a](gone.md)\n  ```"],
  ["an indented block", "x\n\n    [a](gone.md)"],
  ["escaped brackets", "\\[a](gone.md)"],
  ["a reference that nothing uses", "[r]: gone.md"],
  ["brackets without an address", "[a] (gone.md)"],
  ["the front matter", "---\nname: tides\ndescription: See [a](gone.md)\n---\nx"],
])("what is no link is not checked: %s", (_, text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ["a file that does not exist", "[a](references/gone.md)"],
  ["the wrong case", "[a](readme.md)"],
  ["the other Unicode form", `[a](${"références.md".normalize("NFD")})`],
  ["a fragment of a missing file", "[a](gone.md#part)"],
  ["an image", "![a](gone.png)"],
  ["an image that is a link", "[![x](img/x.png)](gone.md)"],
  ["a reference", "[a][r]\n\n[r]: gone.md"],
  ["a reference by its own text", "[a]\n\n[a]: gone.md"],
  ["a reference with a bracket in its name", "[a][r\\]]\n\n[r\\]]: gone.md"],
  ["a reference whose name spans lines", "[a][long\nname]\n\n[long\nname]: gone.md"],
  ["angle brackets", "[a](<gone file.md>)"],
  ["a percent-encoded name", "[a](gone%20file.md)"],
  ["an address on the next line", "[a](\ngone.md)"],
  ["an address on the next line, with CRLF", "[a](\r\ngone.md)"],
  ["a reference with its address on the next line", "[a]\n\n[a]:\ngone.md"],
  ["a reference with its address on the next line, with CRLF", "[a]\r\n\r\n[a]:\r\ngone.md"],
  ["a reference with a title", '[a]\n\n[a]: gone.md "Title"'],
  ["a reference with its title on the next line", '[a]\n\n[a]: gone.md\n"Title"'],
  ["a table", "| a |\n| - |\n| [a](gone.md) |"],
  ["a heading", "# [a](gone.md)"],
  ["a list in a quotation", "> - [a](gone.md)"],
  ["emphasis", "**[a](gone.md)**"],
])("a link in SKILL.md that leads to nothing is an error: %s", (_, text) => {
  expect(check(text)).toEqual([expect.stringMatching(/^error broken-link tides\/SKILL\.md:\d+$/)]);
});

test("the same in another file is a warning, because the file may be a template", () => {
  expect(check("[a](gone.md)", "docs/a.md")).toEqual(["warning broken-reference tides/docs/a.md:1"]);
});

test.each([["../other/SKILL.md"], ["docs/../../x.md"], ["/etc/passwd"], ["/README.md"], ["..%2Fx.md"], [".."]])(
  "a link to %s leads out of the skill",
  (target) => {
    expect(check(`[a](${target})`)).toEqual(["warning link-leaves-skill tides/SKILL.md:1"]);
  },
);

test.each([
  ["after front matter", "---\nname: tides\n---\n\n[a](gone.md)", 5],
  ["after CRLF front matter", "---\r\nname: tides\r\n---\r\n\r\n[a](gone.md)", 5],
  ["on the second line of a paragraph", "x\n[a](gone.md)", 2],
  ["after a hard break", "x  \ny\\\n[a](gone.md)", 3],
  ["after a code span over two lines", "`x\ny` z\n[a](gone.md)", 3],
  ["in the second row of a table", "| a |\n| - |\n| b |\n| [a](gone.md) |", 4],
  ["in the second item of a list", "- x\n- [a](gone.md)", 2],
  ["in a quotation", "x\n\n> y\n> [a](gone.md)", 4],
  ["after a fenced block", "```\nx\n```\n[a](gone.md)", 4],
  ["after an image whose text spans lines", "![x\ny](img/x.png)\n[a](gone.md)", 3],
  ["after a line that only speaks of the target", "see gone.md\n[a](gone.md)", 2],
  ["after a line that contains the target's letters", "a good start\n[x](g)", 2],
  ["by reference on the second line", "x\n[a][r]\n\n[r]: gone.md", 2],
  ["by reference in the second row of a table", "| a |\n| - |\n| b |\n| [a][r] |\n\n[r]: gone.md", 4],
])("the line of a broken link is the line it stands on: %s", (_, text, line) => {
  expect(check(text)).toEqual([`error broken-link tides/SKILL.md:${line}`]);
});

test("two links to the same missing file are told with a line each", () => {
  expect(check("[a](gone.md)\n[b](gone.md)\n\n[c](gone.md)")).toEqual(
    [1, 2, 4].map((line) => `error broken-link tides/SKILL.md:${line}`),
  );
});

test("every broken link is told, in the order of the text, with its target decoded", () => {
  const problems = checkLinks(new Map([["SKILL.md", "[a](x%20y.md)\n\n[b](README.md) [c](z.md#p)\n"]]), FILES, "tides");
  expect(problems.map(({ line, message }) => [line, /`(.*?)`/.exec(message)?.[1]])).toEqual([
    [1, "x y.md"],
    [3, "z.md"],
  ]);
});

test.each([
  ["brackets", `${"[".repeat(20_000)}${"](".repeat(20_000)}`],
  ["numbers", "1\n".repeat(60_000)],
  ["blank lines", "\n".repeat(100_000)],
  ["list markers", "- \n".repeat(60_000)],
  ["beginnings of links", "](< ".repeat(60_000)],
  ["links by reference", `${"[a][r]\n".repeat(20_000)}\n[r]: gone.md\n`],
])("a long text of %s is judged in a time that grows with its length alone", { timeout: 5_000 }, (_, text) => {
  expect(check(text).length).toBeLessThan(20_001);
});
