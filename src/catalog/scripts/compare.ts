import { manifestText } from "../../artifact/directory-manifest.ts";
import { type Chosen, readManifest } from "./compare/read.ts";
import { find, showComparison, showSide } from "./compare/show.ts";
import { choose, clear, comparisonOf, manifestIn, NOTHING, settle, type SideName, SIDES } from "./compare/sides.ts";

const found = document.querySelector<HTMLElement>(".compare");
// Browsers leave it out on pages that anybody on the way could have changed (w3c.github.io/webcrypto).
if (found && globalThis.crypto?.subtle === undefined) showUnable(found);
else if (found) startCompare(found);

/** Says that this browser cannot hash here, in place of what would do nothing. */
function showUnable(place: HTMLElement): void {
  find(place, isSecureContext ? ".unable-browser" : ".unable-address").hidden = false;
  find(place, ".compare-unable").hidden = false;
  find(place, ".compare-tool").hidden = true;
}

/** Brings the comparison of two manifests to life. Nothing leaves the page, and nothing is kept when it is left. */
function startCompare(place: HTMLElement): void {
  let sides = NOTHING;
  let readings: Partial<Record<SideName, AbortController>> = {};
  const placeOf = (name: SideName) => find(place, `.side[data-side="${name}"]`);

  const show = (next: typeof sides) => {
    const changed = SIDES.filter((name) => next[name] !== sides[name]);
    sides = next;
    for (const name of changed) showSide(placeOf(name), sides[name]);
    if (changed.length > 0) showComparison(place, comparisonOf(sides));
  };
  const take = async (name: SideName, file: Chosen) => {
    readings[name]?.abort();
    const reading = (readings[name] = new AbortController());
    show(choose(sides, name, file.name));
    const { token } = sides[name];
    const end = (read: Awaited<ReturnType<typeof readManifest>>) => show(settle(sides, name, { token, read }));
    try {
      end(await readManifest(file, reading.signal));
    } catch (error) {
      end({ fault: "The reading did not come to its end. Reload the page and try again." });
      throw error;
    }
  };

  for (const name of SIDES) {
    const side = placeOf(name);
    const input = find<HTMLInputElement>(side, "input");
    find(side, ".side-choose").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) void take(name, file);
      // The same file, edited meanwhile, is a choice too.
      input.value = "";
    });
    find(side, ".side-download").addEventListener("click", () => {
      const manifest = manifestIn(sides[name]);
      if (manifest) save(manifestText(manifest), `${name}-manifest.json`);
    });
    side.addEventListener("dragover", () => side.setAttribute("data-over", ""));
    for (const event of ["dragleave", "drop"]) side.addEventListener(event, () => side.removeAttribute("data-over"));
    side.addEventListener("drop", ({ dataTransfer }) => {
      const [file] = dataTransfer?.files ?? [];
      if (file) void take(name, file);
    });
  }
  // A browser would open a file that is dropped beside the two sides.
  for (const event of ["dragover", "drop"] as const) document.addEventListener(event, (each) => each.preventDefault());

  for (const button of place.querySelectorAll<HTMLButtonElement>(".example"))
    button.addEventListener("click", () => {
      for (const name of SIDES) void take(name, new File([button.dataset[name] ?? ""], `example-${name}.json`));
    });
  find(place, ".compare-reset").addEventListener("click", () => {
    for (const reading of Object.values(readings)) reading.abort();
    readings = {};
    show(clear(sides));
  });
}

/** Has the browser save a text as a file. */
function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  // Browsers have taken what they need when the click returns; a moment more is for those that have not.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
