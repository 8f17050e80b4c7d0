import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import vectors from "../fixtures/vectors/vectors.json" with { type: "json" };
import { skillpress } from "../tools/command.ts";
import { folder, skillMd } from "../tools/skill.ts";

const read = (file: string) => readFileSync(new URL(`../fixtures/vectors/${file}`, import.meta.url));
const MANIFEST = "vector-pair.skill-set.json";
const LOCK = "vector-pair.skill-set.lock.json";

/** A project in which the members of the vector are installed, as the client records them. */
async function project() {
  const members = ["v01-minimal", "v02-nested"] as const;
  const entry = { source: "skills.example.com", sourceType: "well-known", computedHash: "0".repeat(64) };
  const place = await folder({
    [MANIFEST]: read(MANIFEST),
    "skills-lock.json": JSON.stringify({
      version: 1,
      skills: Object.fromEntries(members.map((name) => [name, entry])),
    }),
  });
  for (const name of members)
    for (const { path, base64 } of vectors.cases[name].input.files) {
      const file = place.getPath(".agents/skills", name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(base64, "base64"));
    }
  return place;
}

test("the lock of the vector is made from what is installed, byte for byte, and once only", async () => {
  const { path, getPath } = await project();
  const { exitCode, out, err } = await skillpress(path, ["set", "lock", MANIFEST, "--json"]);
  expect(exitCode).toBe(0);
  expect(readFileSync(getPath(LOCK)).equals(read(LOCK))).toBe(true);
  const setHash = "a1b7d2bddd2481eb4f2199c5b7e2b51a1ee058c95635113245a300770d086e2a";
  expect(JSON.parse(out)).toEqual({
    ok: true,
    command: "lock",
    data: { name: "vector-pair", lock: LOCK, setHash, members: 2, unhashed: [] },
  });
  expect(err).toContain("Locked vector-pair 1.0.0, 2 members");
  const again = await skillpress(path, ["set", "lock", MANIFEST]);
  expect([again.exitCode, again.out]).toEqual([
    0,
    `Already locked: vector-pair 1.0.0, 2 members, in ${LOCK}.\nSet hash ${setHash}\n`,
  ]);
  expect(readdirSync(path).toSorted()).toEqual([".agents", "skills-lock.json", MANIFEST, LOCK].toSorted());
  expect((await skillpress(path, ["set", "check", MANIFEST])).exitCode).toBe(0);
});

test("a lock is made again when a member has changed", async () => {
  const { path, getPath } = await project();
  writeFileSync(getPath(LOCK), read(LOCK));
  writeFileSync(getPath(".agents/skills/v01-minimal/new.md"), "new\n");
  const { exitCode, out } = await skillpress(path, ["set", "lock", MANIFEST]);
  expect([exitCode, out.startsWith("Locked ")]).toEqual([0, true]);
  expect(readFileSync(getPath(LOCK)).equals(read(LOCK))).toBe(false);
});

test("every member that is missing or cannot be locked is named, and the lock is left as it was", async () => {
  const { path, getPath } = await folder({
    "sky.skill-set.json": JSON.stringify({
      name: "sky",
      version: "1.0.0",
      skills: ["o/r@here", "o/r@gone", "https://h.example/1", "2048", "o/r@skill-sets", "o/r@twice", "o/r@link"],
    }),
    "sky.skill-set.lock.json": "as it was",
    ".agents/skills/here/SKILL.md": skillMd("here"),
    ".agents/skills/twice/e\u0301.md": "",
    ".agents/skills/twice/\u00E9.md": "",
  });
  symlinkSync("here", getPath(".agents/skills/link"));
  const { exitCode, out } = await skillpress(path, ["set", "lock", "sky.skill-set.json", "--json"]);
  const { error } = JSON.parse(out);
  expect([exitCode, error.code]).toEqual([1, "ERR_SKILLSET_MEMBER_NOT_INSTALLED"]);
  expect(error.data.missing.map(({ locator }: { locator: string }) => locator)).toEqual([
    "o/r@gone",
    "https://h.example/1",
    "2048",
    "o/r@skill-sets",
    "o/r@twice",
    "o/r@link",
  ]);
  expect(readFileSync(getPath("sky.skill-set.lock.json"), "utf8")).toBe("as it was");
});

test("what no hash covers is named", async () => {
  const { path, getPath } = await project();
  symlinkSync("SKILL.md", getPath(".agents/skills/v01-minimal/link.md"));
  const { exitCode, err } = await skillpress(path, ["set", "lock", MANIFEST]);
  expect([exitCode, err]).toEqual([
    0,
    expect.stringContaining("warning set-content-unhashed .agents/skills/v01-minimal/link.md"),
  ]);
  expect(readFileSync(getPath(LOCK)).equals(read(LOCK))).toBe(true);
});

test("a manifest that is invalid is refused with everything that is wrong", async () => {
  const { path } = await folder({ "sky.skill-set.json": '{"name":"sea","version":"1","skills":["o/r@x"]}' });
  const { exitCode, out } = await skillpress(path, ["set", "lock", "sky.skill-set.json", "--json"]);
  const { error } = JSON.parse(out);
  expect([exitCode, error.code, error.data.faults.length]).toEqual([1, "ERR_SKILLSET_INVALID_MANIFEST", 2]);
});

test("a lock is not written through a link, and not in place of a folder", async () => {
  const { path, getPath } = await project();
  const outside = await folder({ "kept.txt": "kept" });
  symlinkSync(join(outside.path, "kept.txt"), getPath(LOCK));
  const linked = await skillpress(path, ["set", "lock", MANIFEST]);
  expect([linked.exitCode, linked.err]).toEqual([1, expect.stringContaining("is a link")]);
  expect(readFileSync(outside.getPath("kept.txt"), "utf8")).toBe("kept");
});

test.each([
  ["nothing", []],
  ["a lock", [LOCK]],
  ["what is not there", ["gone.skill-set.json"]],
  ["an option of another command", [MANIFEST, "--frozen"]],
])("to lock %s is a usage error", async (_, argv) => {
  const { path } = await project();
  expect((await skillpress(path, ["set", "lock", ...argv])).exitCode).toBe(2);
});
