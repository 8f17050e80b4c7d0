import { cpSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deadLinks } from "../tools/links.ts";
import { runSkillpress } from "../tools/program.ts";
import { invalidities } from "../tools/validity.ts";

const require = createRequire(import.meta.url);
/** Skills of many authors, among them some that cannot be published as they are. */
const SKILLS = join(dirname(require.resolve("ecc-universal/package.json")), "skills");

let place: FsFixture;
let site: string;
let refused: ReadonlySet<string>;

beforeAll(async () => {
  place = await createFixture({ "home/.keep": "" });
  site = place.getPath("site");
  const source = place.getPath("skills");
  cpSync(SKILLS, source, { recursive: true });
  const running = { cwd: place.path, env: { HOME: place.getPath("home") } };
  const { said } = await runSkillpress(["check", source, "--json"], running);
  const { problems }: { problems: { severity: string; path: string }[] } = JSON.parse(
    said.slice(0, said.lastIndexOf("\n}") + 2),
  );
  const errors = problems.filter(({ severity }) => severity === "error");
  refused = new Set(errors.map(({ path }) => path.split("/")[0] ?? ""));
  for (const folder of refused) rmSync(join(source, folder), { recursive: true });
  const argv = ["build", "--source", source, "--origin", "https://docs.example.com", "--out", site];
  expect(await runSkillpress(argv, running)).toMatchObject({ exitCode: 0 });
});
afterAll(() => place.rm());

test("most skills of ecc-universal are publishable, and each of those has its page", () => {
  const all = readdirSync(SKILLS);
  expect(all.length).toBeGreaterThan(150);
  expect(refused.size).toBeLessThan(all.length / 5);
  const pages = readdirSync(join(site, "agent-skills"), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && /^[a-z0-9]/.test(entry.name),
  );
  expect(pages).toHaveLength(all.length - refused.size);
});

test("their pages are valid HTML", async () => {
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".html") && path !== "index.html",
  );
  expect(await invalidities(site, pages)).toEqual([]);
});

test("no link on their pages is dead", () => {
  expect(deadLinks(site)).toEqual([]);
});
