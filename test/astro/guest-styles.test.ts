import { expect, test } from "vitest";
import { guestStyles } from "../../src/astro/guest-styles.ts";

const plain = (css: string) => guestStyles(css).replace(/\s+/g, " ").trim();

test.each([
  ["a, .badge:hover { color: red }", ".skillpress a, .skillpress .badge:hover { color: red }"],
  ["*::before { x: y }", ".skillpress *::before { x: y }"],
  [":root { --ink: black }", ".skillpress { --ink: black }"],
  ["body > main { x: y }", ".skillpress > main { x: y }"],
  [':root[data-theme="dark"] .a { x: y }', ':root[data-theme="dark"] .skillpress .a { x: y }'],
  ["html { background: red; color-scheme: light dark }", ".skillpress { }"],
  ["@media (min-width: 44rem) { .a { x: y } }", "@container (min-width: 44rem) { .skillpress .a { x: y } }"],
  ["@media print { .a { x: y } }", "@media print { .skillpress .a { x: y } }"],
  ["@page { margin: 0 } .a { x: y }", ".skillpress .a { x: y }"],
  ["@keyframes k { from { x: y } }", "@keyframes k { from { x: y } }"],
])("inside somebody's layout, `%s` reaches nothing but the page", (css, scoped) => {
  expect(plain(css)).toBe(scoped);
});
