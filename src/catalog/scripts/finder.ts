import { FACETS } from "../facet-names.ts";
import { count } from "../format.ts";
import { readAddress, writeAddress } from "./address.ts";
import { showBundles } from "./bundles.ts";
import { fillForm, readForm, showCounts } from "./form.ts";
import { loadTextSearch, type TextResults, type TextSearch } from "./full-text.ts";
import { moveByArrows } from "./keyboard.ts";
import { accepts, countValues, inOrder, matching } from "./matching.ts";
import { showPlaces } from "./places.ts";
import { readRow } from "./row.ts";

/** How long a reader must have stopped typing before the text is searched, in milliseconds. */
const QUIET = 120;

/** Search, filters and order of the list of skills. What is asked for stands in the address of the page. */
export function startFinder(form: HTMLFormElement): void {
  const list = document.querySelector<HTMLElement>("#skill-list");
  const status = form.querySelector<HTMLElement>('[role="status"]');
  const field = form.querySelector<HTMLInputElement>('input[type="search"]');
  if (!list || !status || !field) return;
  const rows = [...list.querySelectorAll<HTMLElement>(":scope > li")].map(readRow);
  const searchText = textSearch(form);
  let results: TextResults | undefined;
  let timer = 0;
  let asked = 0;

  const show = () => {
    const wanted = readForm(form);
    const about = matching(rows, wanted.query, results);
    const shown = inOrder(
      about.filter((row) => accepts(row, wanted)),
      wanted,
      results,
    );
    const visible = new Set(shown);
    for (const row of rows) {
      row.element.hidden = !visible.has(row);
      showPlaces(row.element, results?.places.get(row.name) ?? []);
    }
    const focused = document.activeElement;
    list.append(...shown.map(({ element }) => element));
    // What is moved loses the focus, and a reader may be in the list when the text has been searched.
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
    for (const facet of FACETS) showCounts(form, facet, countValues(about, wanted, facet));
    status.textContent =
      shown.length === rows.length ? count(rows.length, "skill") : `${shown.length} of ${count(rows.length, "skill")}`;
    showBundles(wanted);
    form.toggleAttribute("data-asked", writeAddress({ ...wanted, sort: "" }) !== "");
    document.querySelector("#nothing")?.toggleAttribute("hidden", shown.length > 0);
  };

  /** Shows at once what the page knows, then what the text has. */
  const find = async () => {
    const { query } = readForm(form);
    const mine = (asked += 1);
    results = undefined;
    show();
    list.removeAttribute("aria-busy");
    if (query.trim() === "") return;
    list.ariaBusy = "true";
    const found = await searchText(query);
    if (mine !== asked) return;
    list.removeAttribute("aria-busy");
    if (!found) return;
    results = found;
    show();
  };

  const restore = () => {
    fillForm(form, readAddress(location.search));
    void find();
  };
  /** A search being typed is one step of the history, every filter another. */
  const write = (step: "push" | "replace") => {
    const address = location.pathname + writeAddress(readForm(form)) + location.hash;
    if (address === location.pathname + location.search + location.hash) return;
    if (step === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  };

  field.addEventListener("input", () => {
    const began = !new URLSearchParams(location.search).has("q");
    write(began ? "push" : "replace");
    clearTimeout(timer);
    timer = window.setTimeout(() => void find(), QUIET);
  });
  form.addEventListener("change", ({ target }) => {
    if (target === field) return;
    write("push");
    show();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void find();
  });
  form.addEventListener("reset", () => {
    // The fields are empty only after this event.
    setTimeout(() => {
      write("push");
      void find();
      field.focus();
    });
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || field.value === "") return;
    event.preventDefault();
    field.value = "";
    write("push");
    void find();
  });
  window.addEventListener("popstate", restore);
  moveByArrows(field, () => [...list.querySelectorAll<HTMLElement>(":scope > li:not([hidden]) h3 a")]);
  restore();
}

/** Searches in the text; the index is loaded for the first search. Says so when there is none. */
function textSearch(form: HTMLFormElement): (query: string) => Promise<TextResults | undefined> {
  const address = form.dataset["index"];
  let loading: Promise<TextSearch> | undefined;
  return async (query) => {
    if (address === undefined) return undefined;
    try {
      loading ??= loadTextSearch(address);
      const search = await loading;
      return await search(query);
    } catch {
      // Whatever it is that does not load, the list can still be searched.
      form.setAttribute("data-names-only", "");
      return undefined;
    }
  };
}
