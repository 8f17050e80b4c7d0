import { expect, test } from "vitest";
import { piecesOf } from "../../../src/catalog/scripts/full-text.ts";

test("an excerpt becomes text with marks, and HTML in it stays text", () => {
  expect(piecesOf("a &lt;b&gt; &amp;amp; <mark>the &quot;word&#39;s&quot;</mark> &lt;mark&gt;x &copy;")).toEqual([
    { text: "a <b> &amp; ", marked: false },
    { text: `the "word's"`, marked: true },
    { text: " <mark>x &copy;", marked: false },
  ]);
});
