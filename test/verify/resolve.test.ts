import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Fetching } from "../../src/verify/fetch-member.ts";
import { resolver } from "../../src/verify/resolve.ts";

const INSTALLED = ".agents/skills";

/** Resolves with something in the place of the client that leaves these files in each project. */
async function resolved(locator: string, files: Readonly<Record<string, string>>) {
  const run: Fetching["run"] = (_, __, { project }) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true });
      writeFileSync(join(project, name), content);
    }
    return Promise.resolve({ exitCode: 0, said: "" });
  };
  const said: string[] = [];
  const client = { what: "the client", program: "", argv: [] };
  const resolve = resolver({ client, environment: {}, say: (text) => void said.push(text), run });
  return { found: (await resolve([locator])).get(locator), said };
}

const TIDES = { [`${INSTALLED}/tides/SKILL.md`]: "" };
/** An empty SKILL.md alone, by the specification. */
const HASH = "86229dae9fda97bb4a85741b384eb1ca75e49e0fbf7cc2f751de1fe1f450d6f1";

test("a member is what arrives, with where the client has it from", async () => {
  const entry = { source: "o/r", sourceType: "github", ref: "main", computedHash: "another" };
  const record = JSON.stringify({ version: 1, skills: { tides: entry } });
  const { found, said } = await resolved("o/r@tides#v1.0.0", { ...TIDES, "skills-lock.json": record });
  expect(found).toEqual({ skill: "tides", computedHash: HASH, sourceType: "github", ref: "v1.0.0" });
  expect(said).toEqual(["Installing `o/r@tides#v1.0.0` with the client, to know its content."]);
  expect((await resolved("o/r@tides", TIDES)).found).toEqual({ skill: "tides", computedHash: HASH });
});

// What is refused here could be locked, and nobody could install it.
test.each([
  ["a folder that no hash covers", { ...TIDES, [`${INSTALLED}/tides/node_modules/x.js`]: "" }, /`node_modules`/],
  ["several skills", { ...TIDES, [`${INSTALLED}/moon/SKILL.md`]: "" }, /has several skills/],
  ["the name of the folder of sets", { [`${INSTALLED}/skill-sets/SKILL.md`]: "" }, /no skill may be called/],
  ["a name that is too long", { [`${INSTALLED}/${"a".repeat(65)}/SKILL.md`]: "" }, /more than 64 characters/],
])("%s: the member is not resolved", async (_, files, reason) => {
  expect((await resolved("o/r", files)).found).toEqual({ reason: expect.stringMatching(reason) });
});
