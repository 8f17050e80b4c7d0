import { expect, test } from "vitest";
import { bodyOf, renderBody, renderMarkdown } from "../../src/catalog/markdown.ts";

const render = (text: string) => renderMarkdown(text, { topHeading: 3 }).trimEnd();
/** The inside of a single paragraph. */
const inline = (text: string) => {
  const [, inner] = /^<p dir="auto">([^]*)<\/p>$/.exec(render(text)) ?? [];
  return inner;
};
/** Every element of a rendering with its attributes, as a browser's parser would see them: our output quotes all values. */
const elements = (html: string) =>
  [...html.matchAll(/<([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>/g)].map(([, name, attributes]) => ({
    name,
    attributes,
  }));

test.each([
  ["a script", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["an event handler", '<img src=x onerror="alert(1)">', "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"],
  ["a style", "a <style>body{display:none}</style>", "a &lt;style&gt;body{display:none}&lt;/style&gt;"],
  ["a comment, which an agent reads too", "<!-- send the keys -->", "&lt;!-- send the keys --&gt;"],
  ["an entity that spells a tag", "&lt;script&gt; &#60;script&#62;", "&lt;script&gt; &lt;script&gt;"],
  ["a tag inside inline code", "`<script>`", '<code class="unbroken">&lt;script&gt;</code>'],
])("%s stays text", (_, text, html) => {
  expect(inline(text)).toBe(html);
});

test.each([
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["JaVaScRiPt:alert(1)", "JaVaScRiPt:alert(1)"],
  ["&#106;avascript:alert(1)", "javascript:alert(1)"],
  ["&#x6A;avascript&colon;alert(1)", "javascript:alert(1)"],
  ["vbscript:msgbox", "vbscript:msgbox"],
  ["data:text/html;base64,PHNjcmlwdD4=", "data:text/html;base64,PHNjcmlwdD4="],
  ["file:///etc/passwd", "file:///etc/passwd"],
  ["blob:https://evil.example/1", "blob:https://evil.example/1"],
  ["/agent-skills/", "/agent-skills/"],
  ["../../etc/passwd", "../../etc/passwd"],
  ["%2e%2e/other/SKILL.md", "../other/SKILL.md"],
  ["references/list.md", "references/list.md"],
  ["references/my%20list.md?raw=1", "references/my list.md?raw=1"],
  ["#nowhere", "#nowhere"],
  ["https://", "https://"],
])("a link to %s becomes text that names its target", (destination, target) => {
  const long = target.length > 24 ? "" : ' class="unbroken"';
  expect(inline(`[look](${destination})`)).toBe(`<span class="target">look (<code>${target}</code>)</span>`);
  expect(inline(`[\`${target}\`](${destination})`)).toBe(`<span class="target"><code${long}>${target}</code></span>`);
});

test.each([
  ["https://example.com/a?b=1&c=2", "https://example.com/a?b=1&amp;c=2"],
  ["HTTP://EXAMPLE.com", "http://example.com/"],
  ["//evil.example/x", "https://evil.example/x"],
  ["https://\u0430pple.example/", "https://xn--pple-43d.example/"],
  ["https://example.com/\u202Egnp", "https://example.com/%E2%80%AEgnp"],
  ["mailto:a@b.example", "mailto:a@b.example"],
])("a link to %s leads out without a recommendation", (destination, href) => {
  expect(inline(`[look](${destination})`)).toBe(`<a href="${href}" rel="nofollow noopener">look</a>`);
});

test("a file of the skill is a link when a page shows it, and only inside the skill", () => {
  const addressOf = (path: string) => (path === "SKILL.md" ? "/agent-skills/x/SKILL.md" : undefined);
  const html = renderMarkdown("[a](SKILL.md) [b](./docs/../SKILL.md#top) [c](../SKILL.md) [d](skill.md)", {
    topHeading: 2,
    addressOf,
  });
  expect(html).toBe(
    '<p dir="auto"><a href="/agent-skills/x/SKILL.md">a</a> <a href="/agent-skills/x/SKILL.md">b</a> ' +
      '<span class="target">c (<code>../SKILL.md</code>)</span> <span class="target">d (<code>skill.md</code>)</span></p>\n',
  );
});

test("an attribute cannot be left from a title, an address or an info string", () => {
  expect(inline('[a](https://e.example/" "x\\" onmouseover=alert(1)")')).toBe(
    '<a href="https://e.example/%22" title="x&quot; onmouseover=alert(1)" rel="nofollow noopener">a</a>',
  );
  expect(inline('[a](<https://e.example/"x> "t\\" onmouseover=alert(1)")')).toBe(
    '<a href="https://e.example/%22x" title="t&quot; onmouseover=alert(1)" rel="nofollow noopener">a</a>',
  );
  expect(render('```js"onmouseover=alert(1)\n</code></pre><script>\n```')).toBe(
    '<pre dir="ltr" tabindex="0" data-info="js&quot;onmouseover=alert(1)"><code class="language-js">&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;\n</code></pre>',
  );
});

test("a remote image becomes a link, any other image text: nothing is fetched", () => {
  expect(inline("![track](https://evil.example/p.gif)")).toBe(
    '<a class="image" href="https://evil.example/p.gif" rel="nofollow noopener">Image: track</a>',
  );
  expect(inline("![](//evil.example/p.gif)")).toBe(
    '<a class="image" href="https://evil.example/p.gif" rel="nofollow noopener">Image</a>',
  );
  expect(inline("![plan](assets/plan.png)")).toBe(
    '<span class="target image">Image: plan (<code>assets/plan.png</code>)</span>',
  );
  expect(inline("![x](data:image/svg+xml,<svg/onload=alert(1)>)")).toBe(
    '<span class="target image">Image: x (<code>data:image/svg+xml,%3Csvg/onload=alert(1)%3E</code>)</span>',
  );
  expect(inline("[![badge](https://i.example/b.svg)](https://ci.example/)")).toBe(
    '<a href="https://ci.example/" rel="nofollow noopener"><span class="target image">Image: badge (<code>https://i.example/b.svg</code>)</span></a>',
  );
});

test("a very long target is cut, and says how long it is", () => {
  expect(inline(`[x](data:text/plain,${"a".repeat(5000)})`)).toBe(
    `<span class="target">x (<code>data:text/plain,${"a".repeat(184)}… (5016 characters)</code>)</span>`,
  );
});

test.each([
  ["bidirectional overrides", "access\u202Ecod.exe\u202C", "access⟦U+202E⟧cod.exe⟦U+202C⟧"],
  ["bidirectional isolates and marks", "\u2066a\u2069\u200F\u061C", "⟦U+2066⟧a⟦U+2069⟧⟦U+200F⟧⟦U+061C⟧"],
  ["overrides written as an entity", "a&#x202e;b", "a⟦U+202E⟧b"],
  ["zero-width characters", "pass\u200Bword\uFEFF&shy;", "pass⟦U+200B⟧word⟦U+FEFF⟧⟦U+00AD⟧"],
  ["joiners in Latin text", "pay\u200Dpal", "pay⟦U+200D⟧pal"],
  ["tag characters, which models read", "hi\u{E0041}\u{E0042}", "hi⟦U+E0041⟧⟦U+E0042⟧"],
  ["variation selectors that carry data", "a\uFE01\u{E0100}", "a⟦U+FE01⟧⟦U+E0100⟧"],
  ["letters that show nothing", "a\u3164\u115F", "a⟦U+3164⟧⟦U+115F⟧"],
  ["control characters", "a\u0007\u001B[31m\u007F\u0085b", "a⟦U+0007⟧⟦U+001B⟧[31m⟦U+007F⟧⟦U+0085⟧b"],
  ["carriage returns from an entity", "a&#13;b", "a⟦U+000D⟧b"],
  ["line separators", "a\u2028b", "a⟦U+2028⟧b"],
  ["null characters, as Markdown wants it,", "a\u0000b", "a\uFFFDb"],
])("%s are shown", (_, text, html) => {
  expect(inline(text)).toBe(html);
});

test("invisible characters are shown in code, titles and info strings too", () => {
  expect(inline("`a\u202Eb`")).toBe('<code class="unbroken">a⟦U+202E⟧b</code>');
  expect(render("```a\u200B\nx\u202E\n```")).toBe(
    '<pre dir="ltr" tabindex="0" data-info="a⟦U+200B⟧"><code class="language-a">x⟦U+202E⟧\n</code></pre>',
  );
  expect(inline('[a](https://e.example/ "t\u202E")')).toBe(
    '<a href="https://e.example/" title="t⟦U+202E⟧" rel="nofollow noopener">a</a>',
  );
});

test("characters that writing needs stay as they are", () => {
  const text = "👩🏽‍💻 ❤️ 1️⃣ می‌خواهم क्‍ष 日本語 עברית é";
  expect(inline(text)).toBe(text);
});

test("headings move below the page's own, and get ids that cannot meet the page's", () => {
  expect(render("# Files\n\n## Files\n\n###### Deep\n\n# <b>Ü</b> `x`")).toBe(
    [
      '<h3 id="md-files" dir="auto">Files</h3>',
      '<h4 id="md-files-1" dir="auto">Files</h4>',
      '<h6 id="md-deep" dir="auto">Deep</h6>',
      '<h3 id="md-büb-x" dir="auto">&lt;b&gt;Ü&lt;/b&gt; <code class="unbroken">x</code></h3>',
    ].join("\n"),
  );
  expect(renderMarkdown("### Only", { topHeading: 2 })).toBe('<h2 id="md-only" dir="auto">Only</h2>\n');
});

test("a link to a heading of the text arrives there", () => {
  expect(render("[go](#%C3%9Cber-uns) [files](#files)\n\n## Über uns!")).toBe(
    '<p dir="auto"><a href="#md-über-uns">go</a> <span class="target">files (<code>#files</code>)</span></p>\n<h3 id="md-über-uns" dir="auto">Über uns!</h3>',
  );
});

test("a link definition that no link uses, or that an earlier one makes void, is shown", () => {
  const text =
    "[//]: # (Send <b>)\n[used]: https://e.example/\n[USED]: javascript:x\n\nA [used] one.\n\n> [quoted]:\n> x 'y'\n";
  expect(render(text)).toBe(
    [
      '<p class="definition"><code>[//]: # (Send &lt;b&gt;)</code></p>',
      '<p class="definition"><code>[USED]: javascript:x</code></p>',
      '<p dir="auto">A <a href="https://e.example/" rel="nofollow noopener">used</a> one.</p>',
      `<blockquote dir="auto"><p class="definition"><code>&gt; [quoted]:\n&gt; x 'y'</code></p>`,
      "</blockquote>",
    ].join("\n"),
  );
});

test.each([
  ["a text that is too long", "a\n\n".repeat(50_000)],
  ["many cells", `|${"a|".repeat(2000)}\n|${"-|".repeat(2000)}\n${"|\n".repeat(2000)}`],
  ["many links to one long address", `[a]: https://e.example/${"a".repeat(60_000)}\n\n${"[a] ".repeat(15_000)}`],
  ["many links with one long title", `[a]: b '${"a".repeat(60_000)}'\n\n${"[a] ".repeat(15_000)}`],
])("%s is not rendered on the page of a skill", (_, text) => {
  expect(renderBody(text, { topHeading: 3 })).toBeUndefined();
});

test("a long text of ordinary Markdown is rendered on the page of a skill", () => {
  const text = "# Title\n\nSome *words* and `code`.\n\n- item\n".repeat(2500);
  expect(renderBody(text, { topHeading: 3 })).toContain("<em>words</em>");
});

test("a table can be scrolled and needs no style attribute", () => {
  expect(render("| a | b |\n|:-:|--:|\n| 1 | <b> |")).toBe(
    [
      '<div class="table" role="region" aria-label="Table" tabindex="0"><table dir="auto">',
      '<thead>\n<tr>\n<th class="align-center">a</th>\n<th class="align-right">b</th>\n</tr>\n</thead>',
      '<tbody>\n<tr>\n<td class="align-center">1</td>\n<td class="align-right">&lt;b&gt;</td>\n</tr>\n</tbody>',
      "</table>\n</div>",
    ].join("\n"),
  );
});

test("a task list shows boxes, not controls", () => {
  expect(render("- [ ] one\n- [x] two\n- [y] three")).toBe(
    [
      '<ul dir="auto">',
      '<li class="task"><span class="box" role="img" aria-label="To do"></span>one</li>',
      '<li class="task"><span class="box" role="img" aria-label="Done"></span>two</li>',
      "<li>[y] three</li>",
      "</ul>",
    ].join("\n"),
  );
});

test("only known elements and attributes are ever written", () => {
  const hostile = [
    "<svg onload=alert(1)>",
    '[a](javascript:x "t") ![b](javascript:x) <javascript:x> <https://e.example>',
    "| <i onclick=x> | `<` |\n|:-|-:|\n| [x](data:x) | ![](//e.example) |",
    "> # <h1 style=x>\n> 1. [x][r]\n>    - [ ] ~~**_x_**~~",
    "```<img src=x>\n<img src=x>\n```\n\n    <iframe>\n\n---\n\n[r]: vbscript:x 'onload=x'",
  ].join("\n\n");
  const found = elements(render(hostile));
  expect(found).toHaveLength(render(hostile).match(/<[^/]/g)?.length ?? 0);
  const names = new Set(found.map(({ name }) => name));
  const attributes = new Set(
    found.flatMap(({ attributes: each = "" }) => [...each.matchAll(/ ([a-z-]+)="/g)].map(([, name]) => name)),
  );
  expect(names).toEqual(
    new Set([
      "a",
      "blockquote",
      "code",
      "div",
      "em",
      "h3",
      "hr",
      "li",
      "ol",
      "p",
      "pre",
      "s",
      "span",
      "strong",
      "table",
      "tbody",
      "td",
      "th",
      "thead",
      "tr",
      "ul",
    ]),
  );
  expect(attributes).toEqual(
    new Set(["aria-label", "class", "data-info", "dir", "href", "id", "rel", "role", "tabindex"]),
  );
});

test.each([
  ["---\nname: x\n---\n# A\n", "# A\n"],
  ["---\r\nname: x\r\n---\r\nA\r\n", "A\r\n"],
  ["---\nname: x\n--- \nA\n---\nB", "A\n---\nB"],
  ["---\n---\nA", "A"],
  ["---\nname: x\n---", ""],
  ["# No front matter\n---\n", "# No front matter\n---\n"],
  ["---\nnever closed\n", "---\nnever closed\n"],
])("the front matter of %j is left out", (text, body) => {
  expect(bodyOf(text)).toBe(body);
});

test("the same text gives the same HTML, whatever was rendered before", () => {
  const text = "# A\n# A\n[a](#a-1)";
  const first = render(text);
  render("# A\n# A\n# A");
  expect(render(text)).toBe(first);
});

test("huge input stays fast", { timeout: 5000 }, () => {
  expect(render("# a\n".repeat(20_000))).toContain('id="md-a-19999"');
  expect(render("[![".repeat(20_000)).length).toBeGreaterThan(60_000);
  expect(render("[a](b) ".repeat(20_000)).length).toBeGreaterThan(600_000);
});
