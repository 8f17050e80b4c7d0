import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  // Whether a page is written with or without what HTML lets out is no question of its validity.
  rules: { "doctype-style": "off", "no-implicit-button-type": "error" },
});

/** What html-validate says against pages of a site, given as paths below it. */
export async function invalidities(site: string, pages: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const page of pages) {
    const { results } = await validator.validateString(readFileSync(join(site, page), "utf8"), page);
    for (const { messages } of results)
      for (const { ruleId, message, line, column } of messages)
        found.push(`${page}:${line}:${column} ${ruleId}: ${message}`);
  }
  return found;
}
