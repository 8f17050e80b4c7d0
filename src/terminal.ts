import { posix } from "node:path";
import { styleText } from "node:util";
import type { Problem, Where } from "./problem.ts";
import { visible } from "./visible.ts";

type Style = "red" | "yellow" | "green" | "cyan" | "bold" | "dim";

/** Colours text for one stream, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

const COLOURS = { error: "red", halt: "red", warning: "yellow", note: "cyan" } as const;

/** A painter for a stream that shows colours, or one that changes nothing. */
export function painter(colours: boolean): Paint {
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

/**
 * A problem as people read it: severity, code and place; what is wrong; the line as written; what to do.
 *
 * @param base put before the path, so that a terminal can open the file
 */
export function problemText(
  { severity, code, path, line, column, quote, message, hint }: Problem,
  { paint, base }: { paint: Paint; base: string },
): string {
  const place =
    path === undefined ? "" : [from(base, path), line, column].filter((part) => part !== undefined).join(":");
  const label = severity === "halt" ? "error" : severity;
  return [
    `${paint(COLOURS[severity], label)} ${paint("dim", code)}${place === "" ? "" : ` ${paint("bold", visible(place))}`}`,
    `  ${visible(message)}`,
    ...(quote === undefined ? [] : [`  ${paint("dim", "|")} ${visible(quote)}`]),
    `  ${paint("cyan", "→")} ${visible(hint)}`,
  ].join("\n");
}

/** A path as it is from where `base` starts, also when it leads out of there. */
function from(base: string, path: string): string {
  return path.startsWith("../") ? posix.normalize(base + path) : base + path;
}

/** What an annotation is made of: a problem, or anything else with a code and two sentences. */
interface Told extends Where {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** A problem as GitHub Actions shows it beside the line (workflow commands `::error`, `::warning` and `::notice`). */
export function annotation({ severity, code, path, line, column, message, hint }: Told, base: string): string {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const properties = [
    ...(path === undefined ? [] : [`file=${property(visible(from(base, path)))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(code)}`,
  ];
  const command = severity === "note" ? "notice" : severity === "warning" ? "warning" : "error";
  return `::${command} ${properties.join(",")}::${data(visible(`${message} ${hint}`))}`;
}
