import { asker } from "../tools/asker.ts";
import { mkdirSync, renameSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../../src/artifact/digest.ts";
import { Halt } from "../../src/problem.ts";
import { openPrevious } from "../../src/verify/previous.ts";
import { composeVerified } from "../../src/verify/staged.ts";
import { skillpress } from "../tools/command.ts";
import { type Behaviour, type Host, openHost } from "../tools/host.ts";
import { plainRequest } from "../tools/request.ts";
import { changed, flipped, put, type Site, siteAt, without, writeSite } from "../tools/site.ts";
import { skillMd } from "../tools/skill.ts";
import { tarball } from "../tools/tarball.ts";
import { REPORT } from "../tools/tamper.ts";
import { digestsOf } from "../tools/tree.ts";

/** The one snapshot of each of the two skills. */
const MOON = "agent-skills/-/at/moon/b9e73eaafa5ca2590c90c9359271c090/moon.tar.gz";
const TIDES = "agent-skills/-/at/tides/d30960d41a47afa921ecf50408e35f93/SKILL.md";

let place: FsFixture;
let host: Host;
let original: Site;
let folders = 0;

beforeAll(async () => {
  place = await createFixture({
    skills: { "moon/SKILL.md": skillMd("moon"), "moon/notes.md": "Old moon.\n", "tides/SKILL.md": skillMd("tides") },
  });
  host = await openHost();
  const request = plainRequest(place.getPath("skills"), "https://docs.example.com");
  expect((await composeVerified(request, place.getPath("original"), asker)).report).toBeDefined();
  original = siteAt(place.getPath("original"));
  expect([...original.keys()]).toEqual(expect.arrayContaining([MOON, TIDES]));
  await place.writeFile("skills/moon/notes.md", "New moon.\n");
  await place.writeFile("skills/tides/SKILL.md", skillMd("tides", { body: "Other.\n" }));
});

afterAll(async () => {
  await host.close();
  await place.rm();
});

const fresh = () => place.getPath(`folder-${(folders += 1)}`);

function written(site: Site): string {
  const root = fresh();
  writeSite(site, root);
  return root;
}

/** Builds with a publication before, and gives the versions of each skill, or why that is refused. */
async function carried(previous: string): Promise<readonly number[] | string> {
  const root = fresh();
  try {
    const request = { ...plainRequest(place.getPath("skills"), "https://docs.example.com"), previous };
    const { report } = await composeVerified(request, root, asker);
    return report?.skills.map(({ snapshots }) => snapshots.length) ?? "a problem of the source";
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    expect(error.problems.map(({ code }) => code)).toEqual(["previous-unusable"]);
    expect(error.message).toContain(previous);
    return error.message;
  }
}

/** The report with one text in place of another, wherever that is. */
const reworded = (from: string | RegExp, to: string) => (site: Site) => {
  const next = changed(site, REPORT, (bytes) => bytes.toString().replaceAll(from, to));
  expect(next.get(REPORT)?.equals(site.get(REPORT) ?? Buffer.alloc(0))).toBe(false);
  return next;
};

/** The artifact of a skill replaced, at the version that it gives, with a report that says so. */
const forged = (path: string, bytes: Buffer) => (site: Site) => {
  const [before = Buffer.alloc(0), version = ""] = [site.get(path), path.split("/")[4]];
  const [old, hex] = [sha256(before), sha256(bytes)];
  const moved = path.replace(version, hex.slice(0, 32));
  const report = (site.get(REPORT) ?? "")
    .toString()
    .replaceAll(old, hex)
    .replaceAll(version, hex.slice(0, 32))
    .replaceAll(`"size":${before.length}}`, `"size":${bytes.length}}`);
  return put(put(site, moved, bytes), REPORT, report);
};

const md = (text: string) => ({ path: "SKILL.md", content: text });

test("what nobody spoiled is carried, from a folder and from an origin", async () => {
  expect(await carried(written(original))).toEqual([2, 2]);
  host.serve(original, (_, good) => good);
  expect(await carried(host.origin)).toEqual([2, 2]);
});

// [what is the matter, what was done, what the reason says]
const spoiled: readonly (readonly [string, (site: Site) => Site, RegExp])[] = [
  ["there is nothing", () => new Map(), /report\.json. is not served/],
  ["no report", (site) => without(site, REPORT), /report\.json. is not served/],
  ["a report that is no JSON", (site) => put(site, REPORT, "{"), /not JSON/],
  ["a page in place of the report", (site) => put(site, REPORT, "<!doctype html>"), /a web page/],
  ["a report of something else", (site) => put(site, REPORT, '{"format":1,"skills":[]}'), /no report of snapshots/],
  ["a report without snapshots", reworded(/"snapshots":\[.*?\],"unpacked/g, '"unpacked'), /no report of snapshots/],
  ["a report that is a list", (site) => put(site, REPORT, "[]"), /no report of snapshots/],
  ["a report of a later format", reworded('"format":1', '"format":2'), /no report of snapshots/],
  ["an artifact that is missing", (site) => without(site, MOON), /moon\.tar\.gz. is not served/],
  ["another byte in an artifact", (site) => changed(site, TIDES, flipped), /SKILL\.md. has \d+ bytes and the digest/],
  [
    "an artifact that is longer",
    (site) => changed(site, TIDES, (bytes) => `${bytes.toString()}x`),
    /SKILL\.md. was not read to its end/,
  ],
  ["an artifact that is shorter", (site) => changed(site, TIDES, (bytes) => bytes.subarray(1)), /and the digest/],
  ["a page in place of an artifact", (site) => put(site, TIDES, "<!doctype html>"), /a web page/],
  ["a name that leads out", reworded(/"name":"tides"/g, '"name":"../tides"'), /no name of a skill/],
  ["a name with a blank", reworded(/"name":"tides"/g, '"name":"ti des"'), /no name of a skill/],
  ["a name twice", reworded(/"name":"tides"/g, '"name":"moon"'), /`moon` twice/],
  ["a path that leads out", reworded(TIDES, "agent-skills/../../secret"), /is not the artifact of/],
  ["a path to another file of the publication", reworded(TIDES, REPORT), /is not the artifact of/],
  ["a version that is not that of its digest", reworded('"version":"d3', '"version":"d4'), /is not the artifact of/],
  ["a size that nobody unpacks", reworded(/"size":\d{2,}\}/g, '"size":99999999999}'), /is not the artifact of/],
  [
    "a snapshot twice",
    (site) =>
      changed(site, REPORT, (bytes) =>
        bytes.toString().replace(/"snapshots":\[(.*?)\],"unpacked/, '"snapshots":[$1,$1],"unpacked'),
      ),
    /twice/,
  ],
  ["an archive that is none", forged(MOON, Buffer.from("no archive, but long enough")), /not gzip/],
  [
    "an archive that leads out",
    forged(MOON, tarball([md(skillMd("moon")), { path: "../out", content: "x" }])),
    /not a plain relative path/,
  ],
  [
    "an archive with a link",
    forged(MOON, tarball([md(skillMd("moon")), { path: "x", type: "2", link: "SKILL.md" }])),
    /not a file/,
  ],
  [
    "an archive with two files that are one on some disks",
    forged(MOON, tarball([md(skillMd("moon")), { path: "a", content: "x" }, { path: "A", content: "y" }])),
    /one on disks that ignore case/,
  ],
  ["an archive of another skill", forged(MOON, tarball([md(skillMd("sun"))])), /holds the skill `sun`/],
  ["a SKILL.md of another skill", forged(TIDES, Buffer.from(skillMd("sun"))), /holds the skill `sun`/],
  ["a SKILL.md without front matter", forged(TIDES, Buffer.from("# Tides\n")), /cannot be read/],
];

test.each(spoiled)("a publication before with %s is refused", async (_, spoil, reason) => {
  expect(await carried(written(spoil(original)))).toMatch(reason);
});

test("what is told of a bundle of more is not read: a later version of the report may have it", async () => {
  const more = reworded(/"contentHash":/g, '"news":[{}],"contentHash":')(original);
  expect(await carried(written(reworded('"format":1', '"format":1,"news":true')(more)))).toEqual([2, 2]);
});

test("links in a folder are not followed, and a huge report is not read", async () => {
  const linked = written(original);
  renameSync(join(linked, MOON), join(linked, "elsewhere"));
  symlinkSync("../../../../../elsewhere", join(linked, MOON));
  expect(await carried(linked)).toMatch(/links are not followed/);
  const huge = written(original);
  truncateSync(join(huge, REPORT), 5 * 1024 ** 3);
  expect(await carried(huge)).toMatch(/larger than/);
  const other = fresh();
  mkdirSync(join(other, REPORT), { recursive: true });
  expect(await carried(other)).toMatch(/not served/);
});

const failing =
  (path: string, status: number, body = ""): Behaviour =>
  (asked, good) =>
    asked.path === path
      ? { status, headers: { "content-type": "text/html", "retry-after": "0" }, body: Buffer.from(body) }
      : good;

test.each([
  ["a report with 500", failing(REPORT, 500), /the host answers 500/],
  ["an artifact with 503", failing(MOON, 503), /the host answers 503/],
  ["an artifact with 404", failing(TIDES, 404), /the host answers 404/],
  ["an artifact with a login", failing(TIDES, 401), /asks for a login/],
  ["a report that is a page", failing(REPORT, 200, "<!doctype html><p>Hello"), /a web page/],
  ["an artifact that is a page", failing(TIDES, 200, "<!doctype html><p>Hello"), /a web page/],
  ["a report elsewhere, at no public address", failing(REPORT, 302), /status 302/],
])("an origin that answers %s is refused", async (_, behaviour, reason) => {
  host.serve(original, behaviour);
  expect(await carried(host.origin)).toMatch(reason);
});

test.each([
  ["http://docs.example.com", /not https/],
  ["https://user:secret@docs.example.com", /credentials/],
  ["https://docs.example.com/?x", /a query/],
  ["https://", /not an address/],
])("an address that cannot be asked is refused: %s", async (address, reason) => {
  const previous = { ...plainRequest(place.getPath("skills"), "https://docs.example.com"), previous: address };
  await expect(composeVerified(previous, fresh(), asker)).rejects.toThrow(reason);
});

test("a refusal is exit code 2, and what was published is left as it is", async () => {
  const out = written(original);
  const before = digestsOf(out);
  const bad = written(without(original, MOON));
  const argv = ["build", "--no-catalog", "--origin", "https://docs.example.com", "--out", out, "--previous", bad];
  const { exitCode, err } = await skillpress(place.path, argv);
  expect(exitCode).toBe(2);
  expect(err).toMatch(/previous-unusable[\s\S]*moon\.tar\.gz/);
  expect(digestsOf(out)).toEqual(before);
});

test("of each snapshot no more is kept than is needed to read it again", async () => {
  const { report, close } = await openPrevious(written(original));
  close();
  const [snapshot] = report.skills[0]?.snapshots ?? [];
  expect(Object.keys(snapshot ?? {}).toSorted()).toEqual(["artifact", "type", "version"]);
  expect(Object.keys(snapshot?.artifact ?? {}).toSorted()).toEqual(["digest", "path", "size"]);
});
