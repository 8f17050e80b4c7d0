import { check } from "./check/check.ts";

// Not loaded when it is pressed: the name of a script that imports another at run time depends on where it is built.
const found = document.querySelector<HTMLElement>(".check");
if (found) startCheck(found);

/** Brings the button that checks the bytes of a skill to life. */
function startCheck(place: HTMLElement): void {
  const button = place.querySelector("button");
  const status = place.querySelector('[role="status"]');
  const progress = place.querySelector("progress");
  if (!button) return;
  const run = async () => {
    delete place.dataset["outcome"];
    place.querySelector(".check-more")?.remove();
    status?.replaceChildren("Fetching the bytes and the index …");
    try {
      await check(place);
    } catch (error) {
      status?.replaceChildren("The check did not come to its end. Reload the page and try again.");
      throw error;
    }
  };
  const setBusy = (busy: boolean) => {
    // A button that is disabled would lose the focus.
    button.ariaDisabled = String(busy);
    if (progress) {
      progress.hidden = !busy;
      progress.value = 0;
    }
  };
  button.addEventListener("click", () => {
    if (button.ariaDisabled === "true") return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  });
  place.hidden = false;
}
