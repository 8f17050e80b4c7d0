import Color from "colorjs.io";

/** Contrast of text with what is behind it that WCAG 2 asks for (1.4.3, level AA). */
const READABLE = 4.5;
/** Steps of lightness, out of 1, in which a readable one is looked for. */
const STEP = 0.005;

/** Colours of one scheme that text in the accent colour stands on, or that stand on it. */
type Grounds = readonly string[];

/**
 * The rules that give the pages an accent colour. Hue and colourfulness are the publisher's; the lightness is moved, for
 * each scheme by itself, until text in the colour can be read on every ground, and every ground as text on the colour.
 *
 * @param accent as `#rgb` or `#rrggbb`
 * @param grounds the colours of both schemes, as the style sheet has them
 */
export function accentStyles(accent: string, grounds: { readonly light: Grounds; readonly dark: Grounds }): string {
  const soft = { light: tint(accent, 0.95), dark: tint(accent, 0.3) };
  const light = readable(accent, [...grounds.light, soft.light], -STEP);
  const dark = readable(accent, [...grounds.dark, soft.dark], STEP);
  return [
    "@media screen {",
    "  :root {",
    `    --accent: light-dark(${light}, ${dark});`,
    `    --accent-soft: light-dark(${soft.light}, ${soft.dark});`,
    "  }",
    "}",
    "",
  ].join("\n");
}

/** The grounds of the catalog's style sheet, from its tokens. */
export function groundsIn(css: string): { readonly light: Grounds; readonly dark: Grounds } {
  const tokens = [...css.matchAll(/--(?:ground|sheet|code-ground): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/g)];
  return { light: tokens.map(([, light = ""]) => light), dark: tokens.map(([, , dark = ""]) => dark) };
}

function readable(accent: string, grounds: Grounds, step: number): string {
  const color = new Color(accent).to("oklch");
  const { l } = color;
  for (let lightness = Number(l); lightness > 0 && lightness < 1; lightness += step) {
    color.l = lightness;
    const hex = written(color);
    if (grounds.every((ground) => Color.contrastWCAG21(hex, ground) >= READABLE)) return hex;
  }
  return step < 0 ? "#000000" : "#ffffff";
}

/** A pale or deep relative of a colour, to put behind text. */
function tint(accent: string, lightness: number): string {
  const color = new Color(accent).to("oklch");
  color.l = lightness;
  color.c = Math.min(Number(color.c), 0.04);
  return written(color);
}

function written(color: Color): string {
  return color.to("srgb").toGamut({ space: "srgb", method: "clip" }).toString({ format: "hex", collapse: false });
}
