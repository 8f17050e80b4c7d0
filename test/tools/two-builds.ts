import { asker } from "./asker.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import type { PublishedSet, Report } from "../../src/publication/report.ts";
import { composeVerified } from "../../src/verify/staged.ts";
import { buildPages, carry } from "./pages.ts";
import { plainRequest } from "./request.ts";
import { skillMd } from "./skill.ts";

const ORIGIN = "https://docs.example.com";
/** Stands for every hash of the set, which is made up. */
export const HASH = "c".repeat(64);

/** A site of two builds in a row, with a set in two versions. */
interface TwoBuilds {
  readonly place: FsFixture;
  /** Absolute path of the folder that is served at `https://docs.example.com`. */
  readonly site: string;
  readonly report: Report;
}

/** Two builds in a row: of moon three files differ, of tides nothing, of sun its SKILL.md alone; wide loses its manifest. */
export async function twoBuilds(): Promise<TwoBuilds> {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`many/data/${number}.txt`, `${number}`]));
  const place = await createFixture({
    first: {
      "tides/SKILL.md": skillMd("tides"),
      "moon/SKILL.md": skillMd("moon"),
      "moon/scripts/phase.sh": "date\n",
      "moon/old.md": "Old\n",
      "sun/SKILL.md": skillMd("sun"),
      "many/SKILL.md": skillMd("many"),
      "wide/SKILL.md": skillMd("wide"),
      "wide/a.md": "A\n",
    },
    second: {
      "tides/SKILL.md": skillMd("tides"),
      "moon/SKILL.md": skillMd("moon"),
      "moon/scripts/phase.sh": "date | sh\n",
      "moon/new \u202Efile.md": "New\n",
      "sun/SKILL.md": skillMd("sun", { body: "# Shine\n" }),
      "many/SKILL.md": skillMd("many"),
      ...many,
      "wide/SKILL.md": skillMd("wide"),
      "wide/ab:c.md": "A\n",
    },
  });
  for (const name of ["first", "second"]) {
    const { report: composed, problems } = await composeVerified(
      plainRequest(place.getPath(name), ORIGIN),
      place.getPath(`${name}-tree`),
      asker,
    );
    if (!composed) throw new Error(JSON.stringify(problems));
  }
  const carried = carry(place.getPath("first-tree"), place.getPath("second-tree"));
  const of = (name: string) => carried.skills.find((skill) => skill.name === name)?.snapshots ?? [];
  const served = (path: string) => ({ path, url: `${ORIGIN}/${path}`, digest: `sha256:${HASH}`, size: 300 });
  const version = (number: string, snapshots: Readonly<Record<string, string | undefined>>) => ({
    version: number,
    setHash: number.startsWith("2") ? "a".repeat(64) : "b".repeat(64),
    manifest: served(`sets/harbour/${number}/harbour.skill-set.json`),
    lock: served(`sets/harbour/${number}/harbour.skill-set.lock.json`),
    members: [
      ...Object.entries(snapshots).map(([skill, snapshot]) => ({
        locator: `${ORIGIN}/agent-skills/-/at/${skill}/${snapshot}@${skill}`,
        skill,
        computedHash: HASH,
        snapshot: snapshot ?? "",
      })),
      { locator: "https://elsewhere.example/p@tides", skill: "tides", computedHash: HASH, snapshot: null },
    ],
  });
  const set: PublishedSet = {
    name: "harbour",
    description: "Everything for a day at sea. \u202E<b>",
    page: `${ORIGIN}/sets/harbour/`,
    manifest: served("sets/harbour.skill-set.json"),
    lock: served("sets/harbour.skill-set.lock.json"),
    versions: [
      version("2.0.0", { moon: of("moon")[1]?.version, sun: of("sun")[0]?.version }),
      version("1.0.0", { sun: of("sun")[1]?.version }),
    ],
    install: [
      {
        client: "skillpress",
        label: "newest",
        command: `npx -y skillpress set add ${ORIGIN}/sets/harbour.skill-set.json --yes`,
        needs: "Node.js",
      },
      {
        client: "skillpress",
        label: "pinned",
        command: `npx -y skillpress set add "${ORIGIN}/sets/harbour/2.0.0/harbour.skill-set.json#sha256=${"a".repeat(64)}" --yes`,
        needs: "Node.js",
      },
    ],
  };
  const report: Report = { ...carried, sets: [set] };
  for (const { path } of [set, ...set.versions].flatMap(({ manifest, lock }) => [manifest, lock])) {
    mkdirSync(dirname(place.getPath("second-tree", path)), { recursive: true });
    writeFileSync(place.getPath("second-tree", path), "{}\n");
  }
  mkdirSync(place.getPath("built"));
  const site = await buildPages(place.getPath("second-tree"), report, place.getPath("built"));
  return { place, site, report };
}
