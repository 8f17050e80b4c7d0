import type { Listed } from "./matching.ts";

/** A skill in the list of the page. */
export interface Row extends Listed {
  readonly element: HTMLElement;
}

export function readRow(element: HTMLElement): Row {
  const { dataset } = element;
  const name = element.querySelector("h3")?.textContent?.trim() ?? "";
  const description = element.querySelector("p")?.textContent ?? "";
  const tags = (dataset["tags"] ?? "").split(",").filter((tag) => tag !== "");
  return {
    element,
    name,
    text: [description, ...tags].join(" ").toLowerCase(),
    shape: dataset["shape"] ?? "",
    licence: dataset["licence"] ?? "",
    tags,
    category: dataset["category"] ?? "",
    size: Number(dataset["size"]),
  };
}
