import { expect, test } from "vitest";
import { piecesOf } from "../../../src/catalog/scripts/full-text.ts";
import { spaced, unspaced } from "../../../src/catalog/unspaced.ts";

test("an excerpt becomes text with marks, and HTML in it stays text", () => {
  expect(piecesOf("a &lt;b&gt; &amp;amp; <mark>the &quot;word&#39;s&quot;</mark> &lt;mark&gt;x &copy;")).toEqual([
    { text: "a <b> &amp; ", marked: false },
    { text: `the "word's"`, marked: true },
    { text: " <mark>x &copy;", marked: false },
  ]);
});

test.each([
  ["plain words", "plain words"],
  ["漁港の話", " 漁 港 の 話 "],
  ["PDFを、読む", "PDF を 、 読 む "],
  ["ป่า a", " ป่ า a"],
  ["한국어 단어", "한국어 단어"],
])("%j is indexed as %j, and shown in an excerpt as it was", (text, words) => {
  expect(spaced(text)).toBe(words);
  expect(unspaced(words).replace("PDF を", "PDFを").trim()).toBe(text);
});

test("words that follow each other without a blank are one mark", () => {
  expect(piecesOf("a <mark>漁</mark> <mark>港</mark> の <mark>b</mark> <mark>c</mark>")).toEqual([
    { text: "a ", marked: false },
    { text: "漁港", marked: true },
    { text: "の ", marked: false },
    { text: "b", marked: true },
    { text: " ", marked: false },
    { text: "c", marked: true },
  ]);
});
