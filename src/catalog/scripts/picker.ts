import { type Choice, recall, remember } from "./memory.ts";

/** The install commands of one place on a page, of which one is shown. */
interface Picker {
  /** Shows the command of a client, or that for an agent. What the place does not have changes nothing. */
  readonly pick: (choice: Choice, value: string | undefined) => void;
}

/** Turns each list of install commands into one command with a choice of client and agent, which the browser keeps. */
export function startPickers(): void {
  const pickers: Picker[] = [];
  const choose = (choice: Choice, value: string) => {
    remember(choice, value);
    for (const { pick } of pickers) pick(choice, value);
  };
  for (const place of document.querySelectorAll<HTMLElement>(".install")) {
    const picker = pickerOf(place, choose);
    picker.pick("client", recall("client"));
    picker.pick("agent", recall("agent"));
    pickers.push(picker);
  }
}

function pickerOf(place: HTMLElement, choose: (choice: Choice, value: string) => void): Picker {
  const folded = [...place.querySelectorAll(".commands details")];
  const clients = folded.map((command) => textOf(command.querySelector(".command-label")));
  const commands = folded.map(unfolded);

  const client = dropdown(
    "Install with",
    clients.map((label) => ({ value: label, label })),
  );
  const agent = dropdown(
    "Agent",
    [...place.querySelectorAll(".agents li")].map((item) => ({
      value: textOf(item.querySelector("code")),
      label: textOf(item.firstElementChild),
    })),
  );
  const own = [...agent.select.options].find(({ value }) => value === place.dataset["agent"]);
  if (own) own.selected = true;

  const show = () => {
    const shown = commands[client.select.selectedIndex];
    for (const command of commands) command.hidden = command !== shown;
    for (const word of document.querySelectorAll("[data-agent-id]")) word.textContent = agent.select.value;
    // A command that does not name the agent works for one agent only.
    const fixed = shown?.querySelector("[data-agent-id]") === null;
    place.toggleAttribute("data-fixed", fixed);
    agent.label.hidden = fixed;
  };
  client.select.addEventListener("change", () => choose("client", client.select.value));
  agent.select.addEventListener("change", () => choose("agent", agent.select.value));

  const bar = document.createElement("div");
  bar.className = "picker";
  bar.append(client.label, agent.label);
  place.prepend(bar);
  show();
  return {
    pick: (which, value) => {
      const { select } = which === "client" ? client : agent;
      if ([...select.options].some((option) => option.value === value)) select.value = value ?? "";
      show();
    },
  };
}

/** Puts a command in the place of one that can be folded: what is chosen is open. */
function unfolded(command: Element): HTMLElement {
  const result = document.createElement("div");
  const needs = command.querySelector(".needs");
  const text = command.querySelector(".command");
  result.append(...[text, needs].filter((part) => part !== null));
  command.replaceWith(result);
  return result;
}

interface Labelled {
  readonly label: HTMLLabelElement;
  readonly select: HTMLSelectElement;
}

function dropdown(words: string, options: readonly { readonly value: string; readonly label: string }[]): Labelled {
  const select = document.createElement("select");
  select.append(...options.map(({ value, label }) => new Option(label, value)));
  const text = document.createElement("span");
  text.textContent = words;
  const label = document.createElement("label");
  label.append(text, select);
  return { label, select };
}

function textOf(element: Element | null): string {
  return element?.textContent?.trim() ?? "";
}
