import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/**
 * What axe finds on pages, given as paths of the site, and how much wider than the screen they are.
 *
 * @param foreign selectors of elements that are not judged
 */
export async function judge(page: Page, paths: readonly string[], foreign: readonly string[] = []): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const path of paths) {
    await page.goto(path);
    if (path.includes("?")) await page.locator(".places").first().waitFor();
    const { violations } = await new AxeBuilder({ page }).exclude([...foreign]).analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html, failureSummary }) => ({ path, id, html, failureSummary })));
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) found.push({ path, excess });
  }
  return found;
}
