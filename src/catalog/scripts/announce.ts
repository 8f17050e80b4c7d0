/** A way to say something to readers who do not see it happen. */
export type Announce = (text: string) => void;

/** Adds the place that screen readers watch; it has to be there before the first word. */
export function startAnnouncements(): Announce {
  const region = document.createElement("p");
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  region.id = "announcements";
  // In somebody else's document the styles reach no further than our part of it.
  (document.querySelector(".skillpress") ?? document.body).append(region);
  return (text) => void (region.textContent = text);
}
