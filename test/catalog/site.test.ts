import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REPOSITORY, SKILLPRESS, succeed } from "../tools/program.ts";
import { invalidities } from "../tools/validity.ts";
import { weigh } from "../tools/weight.ts";

const KB = 1024;

let place: FsFixture;
let root: string;
const pages = () =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".html") && path !== "index.html",
  );

/** This repository's own site, as it is published. */
beforeAll(async () => {
  place = await createFixture({ "home/.keep": "" });
  root = place.getPath("site");
  const argv = ["build", "--source", join(REPOSITORY, "skills"), "--origin", "https://docs.example.com", "--out", root];
  await succeed(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path, env: { HOME: place.getPath("home") } });
});
afterAll(() => place.rm());

test("every page is valid HTML", async () => {
  expect(pages().length).toBeGreaterThan(8);
  expect(await invalidities(root, pages())).toEqual([]);
});

test("a skill's page has at most 40 KB of HTML and loads at most 20 KB of script, compressed", () => {
  const weight = weigh(root, "agent-skills/publish-agent-skills/index.html");
  process.stdout.write(`a skill's page, compressed: ${weight.html} bytes of HTML, ${weight.script} bytes of script\n`);
  expect(weight.scripts).toBeGreaterThan(1);
  expect(weight.html).toBeLessThan(40 * KB);
  expect(weight.script).toBeLessThan(20 * KB);
});
