/** A slash typed outside of a field goes to the search of the page. */
export function focusOnSlash(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"][name="q"]');
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    event.preventDefault();
    field?.select();
  });
}

/** Arrow keys move between the search and the results; Escape leads back, and clears the search from inside of it. */
export function moveByArrows(field: HTMLInputElement, results: () => readonly HTMLElement[]): void {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const links = results();
    const place = links.findIndex((link) => link === target);
    if (target !== field && place === -1) return;
    if (key === "ArrowDown") links[place + 1]?.focus();
    else if (key === "ArrowUp" && place > 0) links[place - 1]?.focus();
    else if (key === "ArrowUp" && place === 0) field.select();
    else if (key === "Escape" && place !== -1) field.select();
    else return;
    event.preventDefault();
  });
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
