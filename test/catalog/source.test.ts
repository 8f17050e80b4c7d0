import { expect, test } from "vitest";
import { renderSource } from "../../src/catalog/source.ts";
import { elementsOf, withClass } from "../tools/html.ts";

const render = (text: string, path: string) => {
  const source = renderSource(Buffer.from(text), path);
  const pre = elementsOf(`<pre class="x">\n${source.html}</pre>`).find(({ name }) => name === "pre");
  const lines = pre?.inner.filter(({ attributes }) => attributes.has("id")) ?? [];
  return { ...source, pre, lines };
};

test("each line has an id, a link to itself, and its text", () => {
  const { lines } = render("a\n\nb", "notes.txt");
  expect(
    lines.map(({ attributes, inner, text }) => [attributes.get("id"), inner[0]?.attributes.get("href"), text]),
  ).toEqual([1, 2, 3].map((n) => [`/notes.txt:${n}`, `#/notes.txt:${n}`, `${n}${["a", "", "b"][n - 1]}\n`]));
});

test("code is coloured by classes alone, and a colour that spans lines is cut at each", () => {
  const text = "/* one <b>\ntwo & three */\nx = 1; // </span>\n";
  const { lines, pre } = render(text, "a.js");
  expect(lines.map((line) => line.text.replace(/^\d+/, "")).join("")).toBe(text);
  const coloured = (line: number) => withClass(lines[line]?.inner ?? [], "hl-cmnt").map((each) => each.text);
  expect([coloured(0), coloured(1)]).toEqual([["/* one <b>"], ["two & three */"]]);
  const names = new Set(pre?.inner.flatMap(({ name, attributes }) => [name, ...attributes.keys()]));
  expect(names).toEqual(new Set(["span", "id", "a", "href", "class"]));
});

test("the text of a stranger cannot make colouring take for ever", () => {
  for (const name of ["a.html", "a.xml", "a.svg"]) {
    const text = `<a b="${"\\\\".repeat(400)}`;
    expect(render(text, name).lines[0]?.text).toBe(`1${text}\n`);
  }
  const colours = render('<a b="c">&amp;</a><!-- d -->', "a.html").pre?.inner.filter(({ name }) => name === "span");
  expect(colours?.map(({ text }) => text).slice(1)).toEqual(["<a", '"c"', "&amp;", "</a", "<!-- d -->"]);
});

test.each(["SKILL.md", "notes.txt", "LICENSE", "data.csv", "page.md"])("%s is shown as it is", (path) => {
  expect(render("# *a* <b> `c` if else 'x' 1\n", path).pre?.inner.map(({ name }) => name)).toEqual(["span", "a"]);
});

test.each([
  ["a text of more than 32 KB", "x = 1\n".repeat(6_000)],
  ["a line of more than 1,000 characters", `x = "${"a".repeat(1001)}"\n`],
])("%s is not coloured", (_, text) => {
  expect(render(text, "a.py").html).not.toContain("hl-");
});

test("line ends of Windows are counted, not shown, and a lone return is shown", () => {
  const { lines, returns, hidden } = render("a\r\nb\rc\nd\r\n", "a.txt");
  expect(lines.map(({ text }) => text)).toEqual(["1a\n", "2b⟦U+000D⟧c\n", "3d\n"]);
  expect(returns).toBe(2);
  expect(hidden).toEqual([2]);
});

test("characters that cannot be seen are written out in code too, and their lines are named", () => {
  const { lines, hidden } = render("\uFEFFa = 1\nb = 2\nc = '\u202E'\n", "a.py");
  expect(lines.map(({ text }) => text)).toEqual(["1⟦U+FEFF⟧a = 1\n", "2b = 2\n", "3c = '⟦U+202E⟧'\n"]);
  expect(hidden).toEqual([1, 3]);
});

test("10,000 lines have their numbers; far more are shown without, so that the page stays bounded", () => {
  expect(render("x\n".repeat(10_000), "a.txt").lines).toHaveLength(10_000);
  const many = renderSource(Buffer.from("\n".repeat(256 * 1024)), "a.txt");
  expect(many.numbered).toBe(false);
  expect(many.html.length).toBeLessThan(300_000);
});

test("an empty file has no lines, an empty line is one", () => {
  expect(render("", "a.txt").html).toBe("");
  expect(render("\n", "a.txt").lines).toHaveLength(1);
});

test("a text of characters that cannot be seen is not shown, because no page could write them out", () => {
  expect(render("\u0001".repeat(1_000), "a.txt")).toMatchObject({
    html: "",
    unshown: expect.stringContaining("cannot be seen"),
  });
  expect(render(`${"\u0001".repeat(100)}${"a".repeat(1_000)}`, "a.txt").html).toContain("⟦U+0001⟧");
});

test("code whose colours would make it many times longer is shown without them", () => {
  const { html } = render("a(1);".repeat(100), "a.js");
  expect(html).toContain("a(1);a(1);");
  expect(html).not.toContain("hl-");
});
