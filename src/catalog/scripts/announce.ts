/** Says something to readers who do not see it happen. */
export function announce(text: string): void {
  const region = document.querySelector("#announcements");
  if (region) region.textContent = text;
}
