import { join } from "node:path";
import { Halt, type Problem } from "../problem.ts";
import { type Request, stops } from "../publication/compose.ts";
import { painter, problemText } from "../terminal.ts";
import { visible } from "../visible.ts";
import { Refusal } from "./refusal.ts";

/** What Astro's development client shows over a page. `message`, `hint` and `highlightedCode` are HTML. */
export interface Overlay {
  readonly type: "error";
  /** Tells Astro that it has nothing left to look up and to escape; it would escape the HTML again. */
  readonly __isEnhancedAstroErrorPayload: true;
  readonly err: {
    readonly name: string;
    readonly title: string;
    readonly message: string;
    readonly hint?: string;
    readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
    readonly highlightedCode?: string;
    readonly stack: string;
  };
}

/** Shows why nothing was published: the first problem with its place, line and fix, and the places of the others. */
export function overlayOf(error: unknown, { source, strict }: Pick<Request, "source" | "strict">): Overlay {
  const found = error instanceof Refusal || error instanceof Halt ? error.problems : [];
  const [first, ...others] = found.filter((each) => each.severity === "halt" || stops(each, strict));
  if (!first) {
    const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    return overlay({ name, title: "Nothing was published", message: html(message), stack });
  }
  const { code, path, line, column, message, hint, quote } = first;
  const rest = others.map((each) => `<li>${html(`\`${placeOf(each)}\` ${each.message}`)}</li>`).join("");
  const text = (each: Problem) => problemText(each, { paint: painter(false), base: "" });
  return overlay({
    name: code,
    title: `Nothing was published${others.length > 0 ? `: ${others.length + 1} problems` : ""}`,
    message: `${html(message)}${rest === "" ? "" : `<ul>${rest}</ul>`}`,
    hint: html(hint),
    // The client shows no place without a line; a problem of a whole file stands at its start.
    ...(path !== undefined && { loc: { file: join(source, path), line: line ?? 1, column: column ?? 1 } }),
    ...(quote !== undefined && {
      highlightedCode: `<pre><code><span class="line error-line">${escaped(visible(quote))}</span></code></pre>`,
    }),
    stack: [first, ...others].map(text).join("\n\n"),
  });
}

function overlay(err: Overlay["err"]): Overlay {
  return { type: "error", __isEnhancedAstroErrorPayload: true, err };
}

/**
 * The page to show where there is no publication yet, so that it cannot be shown over one.
 *
 * @param base path the site is served at, with a slash at both ends
 */
export function emptyPage({ err }: Overlay, base: string): string {
  return [
    `<!doctype html>`,
    `<html lang="en">`,
    `<meta charset="utf-8">`,
    `<meta name="color-scheme" content="light dark">`,
    `<title>${escaped(err.title)}</title>`,
    `<script type="module" src="${base}@vite/client"></script>`,
    `<h1>${escaped(err.title)}</h1>`,
    `<pre>${escaped(err.stack)}</pre>`,
    "",
  ].join("\n");
}

function placeOf({ path, line, column, code }: Problem): string {
  return path === undefined ? code : [path, line, column].filter((part) => part !== undefined).join(":");
}

/** A sentence as HTML, with its code marked. */
function html(text: string): string {
  return escaped(visible(text)).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
