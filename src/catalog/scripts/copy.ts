import type { Announce } from "./announce.ts";

/** How long a button says that it has copied, in milliseconds. */
const SHOWN = 2000;

/** Gives every command and every digest or address a button that copies it. */
export function addCopyButtons(announce: Announce): void {
  // Browsers offer the clipboard to secure pages only.
  if (!("clipboard" in navigator)) return;
  for (const command of document.querySelectorAll<HTMLElement>("pre.command, .checklist pre")) {
    const place = document.createElement("div");
    place.className = "command-place";
    command.replaceWith(place);
    place.append(command, button(command, command.dataset["copy"] ?? "command", announce));
  }
  for (const code of document.querySelectorAll<HTMLElement>("code.whole[data-copy]"))
    code.after(" ", button(code, code.dataset["copy"] ?? "", announce));
}

function button(from: Element, what: string, announce: Announce): HTMLButtonElement {
  const result = document.createElement("button");
  result.type = "button";
  result.className = "copy";
  result.textContent = "Copy";
  result.setAttribute("aria-label", `Copy ${what}`);
  let timer = 0;
  const say = (word: string, sentence: string) => {
    result.textContent = word;
    announce(sentence);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      result.textContent = "Copy";
      announce("");
    }, SHOWN);
  };
  result.addEventListener("click", () => {
    navigator.clipboard.writeText((from.textContent ?? "").trim()).then(
      () => say("Copied", `The ${what} was copied.`),
      () => say("Not copied", `The browser did not let the page copy the ${what}.`),
    );
  });
  return result;
}
