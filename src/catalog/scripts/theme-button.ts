import { recall, remember } from "./memory.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** Makes the button in the head of a page go round the themes. The script in the head has set the remembered one. */
export function startThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>("#theme");
  const label = button?.querySelector(".theme-label");
  if (!button || !label) return;
  let theme: Theme = THEMES.find((each) => each === recall("theme")) ?? "system";
  const show = () => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset["theme"];
    else dataset["theme"] = theme;
    label.textContent = theme;
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
    remember("theme", theme);
    show();
  });
  show();
}
