import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accentStyles, groundsIn } from "../../src/astro/accent.ts";
import { REPOSITORY } from "../tools/program.ts";

const CSS = readFileSync(join(REPOSITORY, "src/catalog/styles/catalog.css"), "utf8");

/** Contrast of two colours, by the formula of WCAG 2 (relative luminance). */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Light and dark value of a token. */
function token(css: string, name: string): [light: string, dark: string] {
  const [, light = "", dark = ""] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? [];
  return [light, dark];
}

test.each(["#ffff00", "#00f", "#ffffff", "#000", "#ff5a1f", "#7a5cff", "#808080", "#07694a"])(
  "text in the accent %s can be read on every ground, in both schemes, and the grounds on it",
  (accent) => {
    const css = accentStyles(accent, groundsIn(CSS));
    const [light, dark] = token(css, "accent");
    for (const ground of ["ground", "sheet", "code-ground"]) {
      const [onLight, onDark] = token(CSS, ground);
      expect(contrast(light, onLight), `${ground}, light`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, onDark), `${ground}, dark`).toBeGreaterThanOrEqual(4.5);
    }
    const [soft, deep] = token(css, "accent-soft");
    const [ink, pale] = token(CSS, "ink-soft");
    expect(Math.min(contrast(light, soft), contrast(ink, soft)), "soft, light").toBeGreaterThanOrEqual(4.5);
    expect(Math.min(contrast(dark, deep), contrast(pale, deep)), "soft, dark").toBeGreaterThanOrEqual(4.5);
  },
);

test("an accent that can be read already is taken as it is", () => {
  expect(token(accentStyles("#0b4f9e", groundsIn(CSS)), "accent")[0]).toBe("#0b4f9e");
});
