import { visible } from "../../visible.ts";
import { type Comparison, isReading, manifestIn, type Side } from "./sides.ts";
import { argumentFor, linesOf, stateOf, wordsOf } from "./words.ts";

/** Shows what is known of a side. */
export function showSide(place: HTMLElement, side: Side): void {
  const { file, read } = side;
  place.ariaBusy = String(isReading(side));
  place.dataset["state"] = !read ? "open" : "fault" in read ? "invalid" : "valid";
  const name = find(place, ".side-file");
  name.replaceChildren(...(file === undefined ? ["No file chosen yet."] : [element("bdi", "name", visible(file))]));
  find(place, ".side-state").replaceChildren(...pieces(stateOf(side)));
  find(place, ".side-digest").textContent = manifestIn(side)?.sha256 ?? "";
  find<HTMLButtonElement>(place, ".side-download").disabled = manifestIn(side) === undefined;
}

/** Shows what a comparison came to, or that there is none. The verdict alone is what screen readers are told. */
export function showComparison(place: HTMLElement, comparison: Comparison | undefined): void {
  const verdict = find(place, ".compare-verdict");
  const more = find(place, ".compare-more");
  more.hidden = comparison === undefined;
  if (!comparison) {
    delete verdict.dataset["outcome"];
    verdict.replaceChildren();
    return;
  }
  const { headline, sentences } = wordsOf(comparison);
  verdict.dataset["outcome"] = comparison.matches ? "same" : "different";
  verdict.replaceChildren(
    element("p", "compare-headline", headline),
    ...sentences.map((sentence) => element("p", "", sentence)),
  );
  find(more, ".compare-argument").textContent = argumentFor(comparison.reviewed);
  const list = find(more, ".changes");
  list.hidden = comparison.matches;
  list.replaceChildren(
    ...linesOf(comparison).map(({ kind, path }) =>
      element("li", "", element("span", "change-kind", kind), " ", element("bdi", "name", path)),
    ),
  );
}

/** Finds a part of the page, which is there whatever the publication holds. */
export function find<T extends HTMLElement>(place: ParentNode, selector: string): T {
  const found = place.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Text of which every second piece stood between backticks. */
function pieces(text: string): (string | Node)[] {
  return text.split(/`([^`]*)`/).map((piece, index) => (index % 2 === 1 ? element("code", "", piece) : piece));
}

function element(tag: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const result = document.createElement(tag);
  if (className !== "") result.className = className;
  result.append(...children);
  return result;
}
