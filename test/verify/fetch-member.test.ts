import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type FetchedMember, type Fetching, fetchMember } from "../../src/verify/fetch-member.ts";
import type { Ended, Machine } from "../../src/verify/client.ts";
import { folder } from "../tools/skill.ts";

const SKILLS = ".agents/skills";

/** Fetches with something in the place of the client that leaves files in the project, and tells what it was asked for. */
async function fetched(
  locator: string,
  files: Readonly<Record<string, string>>,
  { ended = { exitCode: 0, said: "" }, links = {} }: { ended?: Ended; links?: Readonly<Record<string, string>> } = {},
): Promise<{ member: FetchedMember | { fault: string }; argv: readonly string[]; machine: Machine | undefined }> {
  const { path } = await folder({});
  let seen: readonly string[] = [];
  let machine: Machine | undefined;
  const put = (name: string, write: (file: string) => void) => {
    const file = join(machine?.project ?? "", name);
    mkdirSync(dirname(file), { recursive: true });
    write(file);
  };
  const run: Fetching["run"] = (_, argv, where) => {
    [seen, machine] = [argv, where];
    for (const [name, content] of Object.entries(files)) put(name, (file) => writeFileSync(file, content));
    for (const [name, target] of Object.entries(links)) put(name, (file) => symlinkSync(target, file));
    return Promise.resolve(ended);
  };
  const room = () => mkdtempSync(join(path, "room-"));
  const client = { what: "the client", program: "", argv: [] };
  const member = await fetchMember(locator, {
    client,
    home: room(),
    project: room(),
    environment: {},
    stop: new AbortController().signal,
    run,
  });
  return { member, argv: seen, machine };
}

const TIDES = { [`${SKILLS}/tides/SKILL.md`]: "" };

test.each([
  ["https://h.example/1@tides", ["add", "https://h.example/1", "--skill", "tides"]],
  ["owner/repo@tides#v1.2.0", ["add", "owner/repo#v1.2.0", "--skill", "tides"]],
  ["https://h.example/1", ["add", "https://h.example/1"]],
])("%s is asked for by what it says, into the shared folder, without questions", async (locator, argv) => {
  const { argv: asked, machine } = await fetched(locator, TIDES);
  expect(asked).toEqual([...argv, "-a", "universal", "--copy", "-y"]);
  expect(machine?.home).not.toBe(machine?.project);
});

test("what arrives is hashed, and what the client recorded comes with it", async () => {
  const record = { version: 1, skills: { tides: { source: "h.example" }, other: {} } };
  const { member } = await fetched("https://h.example/1@tides", {
    ...TIDES,
    "skills-lock.json": JSON.stringify(record),
  });
  // An empty SKILL.md alone, by the specification.
  const hash = "86229dae9fda97bb4a85741b384eb1ca75e49e0fbf7cc2f751de1fe1f450d6f1";
  expect(member).toMatchObject({ skill: "tides", hash, entry: { source: "h.example" } });
});

test.each<
  [title: string, locator: string, files: Record<string, string>, more: Parameters<typeof fetched>[2], fault: RegExp]
>([
  [
    "nothing",
    "h/p@tides",
    {},
    { ended: { exitCode: 0, said: "No skills\u001B[2J found" } },
    /installed nothing and said: No skills<U\+001B>\[2J found/,
  ],
  [
    "no end",
    "h/p@tides",
    TIDES,
    { ended: { exitCode: null, said: "it was interrupted" } },
    /did not end: it was interrupted/,
  ],
  ["another skill", "h/p@moon", TIDES, {}, /installed `tides` instead/],
  ["several skills", "h/p", { ...TIDES, [`${SKILLS}/moon/SKILL.md`]: "" }, {}, /has several skills \(moon, tides\)/],
  ["the folder of the sets", "h/p", { [`${SKILLS}/skill-sets/SKILL.md`]: "" }, {}, /no skill may be called/],
  ["a name that is none", "h/p", { [`${SKILLS}/Tides!/SKILL.md`]: "" }, {}, /no skill may be called/],
  [
    "a record without an end",
    "h/p@tides",
    { ...TIDES, "skills-lock.json": " ".repeat(1024 * 1024 + 1) },
    {},
    /skills-lock.json is larger than 1048576 bytes/,
  ],
  ["a link", "h/p@tides", {}, { links: { [`${SKILLS}/tides`]: "/etc" } }, /cannot be hashed/],
  [
    "a link in it",
    "h/p@tides",
    TIDES,
    { links: { [`${SKILLS}/tides/x`]: "/etc" } },
    /`x`, which no hash of a set covers/,
  ],
  [
    "a folder that is not hashed",
    "h/p@tides",
    { ...TIDES, [`${SKILLS}/tides/node_modules/x.js`]: "" },
    {},
    /`node_modules`, which no hash/,
  ],
])("%s: the reason is told, and there is no member", async (_, locator, files, more, fault) => {
  const { member } = await fetched(locator, files, more);
  expect(member).toEqual({ fault: expect.stringMatching(fault) });
});
