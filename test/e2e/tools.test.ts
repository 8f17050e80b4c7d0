import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { createFixture } from "fs-fixture";
import { beforeAll, describe, expect, test } from "vitest";
import { succeed } from "../tools/program.ts";
import { publish, type Published } from "../tools/published.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { skillsOf, SOURCES } from "../tools/source.ts";
import { digestsOf } from "../tools/tree.ts";
import { BSDTAR, GNU_TAR, GZIP, isSkipped, need, SHA256SUM, type Witness } from "../tools/witness.ts";

const READERS = [GNU_TAR, BSDTAR];
const BUNDLE = "everything";
/** So that a program shows names as they are. */
const UTF8 = { LC_ALL: "C.UTF-8" };

describe.each(SOURCES)("ordinary tools and the publication of $title", ({ source }) => {
  const archives = archivesOf(source);
  let site: Published;
  beforeAll(async () => {
    site = await publish(source, ["--no-catalog", "--bundle", BUNDLE]);
    return site.close;
  });

  test("every skill with more than one file has an archive, every bundle has one, and nothing else has", () => {
    expect(archivesIn(site.folder).map((path) => basename(path))).toEqual(Object.keys(archives).toSorted());
  });

  for (const reader of READERS) {
    test.skipIf(isSkipped(reader))(
      `${reader.program} lists every archive without a remark, SKILL.md first, the rest in byte order`,
      async () => {
        need(reader);
        for (const archive of archivesIn(site.folder)) {
          const paths = Object.keys(archives[basename(archive)] ?? {});
          expect(await list(reader, archive)).toEqual(paths.toSorted(skillMdFirst));
        }
      },
    );

    test.skipIf(isSkipped(reader))(
      `${reader.program} extracts the publisher's files with the publisher's bytes and execute bits`,
      async () => {
        need(reader);
        for (const archive of archivesIn(site.folder)) {
          expect(await extract(reader, archive)).toEqual(archives[basename(archive)]);
        }
      },
    );
  }

  test.skipIf(isSkipped(GZIP))("gzip finds every archive whole", async () => {
    need(GZIP);
    await succeed("gzip", ["--test", ...archivesIn(site.folder)], { cwd: site.folder });
  });

  test.skipIf(isSkipped(SHA256SUM))("sha256sum agrees with SHA256SUMS, which lists every file but itself", async () => {
    need(SHA256SUM);
    const sums = "agent-skills/-/SHA256SUMS";
    const said = await succeed("sha256sum", ["--check", "--strict", sums], { cwd: site.folder, env: UTF8 });
    const confirmed = said
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/: OK$/, ""));
    expect([...confirmed, sums].toSorted()).toEqual(Object.keys(digestsOf(site.folder)));
  });
});

for (const reader of READERS) {
  test.skipIf(isSkipped(reader))(
    `${reader.program} gives scripts their execute bit, and files their long and accented names`,
    async () => {
      need(reader);
      const long = `references/${"long-folder-name/".repeat(8)}${"l".repeat(90)}.md`;
      const source = await folder({
        "toolbox/SKILL.md": skillMd("toolbox"),
        "toolbox/scripts/bit-alone": "echo run me\n",
        "toolbox/scripts/first-line-alone.sh": "#!/bin/sh\necho run me\n",
        "toolbox/scripts/neither.sh": "echo source me\n",
        "toolbox/références.md": "Là.\n",
        [`toolbox/${long}`]: "Far down.\n",
      });
      await succeed("chmod", ["-R", "u=rwX,go=", "toolbox"], { cwd: source.path });
      await succeed("chmod", ["0755", "toolbox/scripts/bit-alone"], { cwd: source.path });
      const site = await publish(source.path, ["--no-catalog"]);
      try {
        const extracted = await extract(reader, join(site.folder, "agent-skills", "toolbox.tar.gz"));
        const modes = Object.fromEntries(Object.entries(extracted).map(([path, what]) => [path, what.split(" ")[0]]));
        expect(modes).toEqual({
          "SKILL.md": "0644",
          "références.md": "0644",
          [long]: "0644",
          "scripts/bit-alone": "0755",
          "scripts/first-line-alone.sh": "0755",
          "scripts/neither.sh": "0644",
        });
      } finally {
        await site.close();
      }
    },
  );
}

/** Path -> mode and SHA-256. */
type Contents = Readonly<Record<string, string>>;

/** What each archive of a source has to hold, by a plain look at the source. */
function archivesOf(source: string): Readonly<Record<string, Contents>> {
  const archives: Record<string, Record<string, string>> = {};
  for (const { name, folder: at } of skillsOf(source)) {
    const files = withModes(at, isScript);
    if (Object.keys(files).length > 1) archives[`${name}.tar.gz`] = files;
    const container = /([^/]+)\/skills\/[^/]+$/.exec(relative(source, at).replaceAll(sep, "/"))?.[1];
    for (const bundle of [BUNDLE, ...(container === undefined ? [] : [container])]) {
      const members = (archives[`${bundle}-bundle.tar.gz`] ??= {});
      for (const [path, what] of Object.entries(files)) members[`skills/${name}/${path}`] = what;
    }
  }
  return archives;
}

function archivesIn(site: string): string[] {
  return readdirSync(join(site, "agent-skills"))
    .filter((name) => name.endsWith(".tar.gz"))
    .toSorted()
    .map((name) => join(site, "agent-skills", name));
}

async function list({ program }: Witness, archive: string): Promise<string[]> {
  return (await succeed(program, ["-tzf", archive], { cwd: "/", env: UTF8 })).trimEnd().split("\n");
}

/** Extracts into an empty folder; anything the program has to remark is a failure. */
async function extract({ program }: Witness, archive: string): Promise<Contents> {
  const into = await createFixture();
  try {
    expect(await succeed(program, ["-xzpf", archive], { cwd: into.path, env: UTF8 })).toBe("");
    return withModes(into.path, (file) => (statSync(file).mode & 0o777) === 0o755);
  } finally {
    await into.rm();
  }
}

function withModes(root: string, isExecutable: (file: string) => boolean): Contents {
  return Object.fromEntries(
    Object.entries(digestsOf(root)).map(([path, digest]) => [
      path,
      `${isExecutable(join(root, path)) ? "0755" : "0644"} ${digest}`,
    ]),
  );
}

/** The publisher's say on what can be run: the owner's execute bit, or an interpreter in the first line. */
function isScript(file: string): boolean {
  return (statSync(file).mode & 0o100) !== 0 || readFileSync(file).subarray(0, 2).toString("latin1") === "#!";
}

/** Byte order, but in an archive of one skill its SKILL.md comes first. */
function skillMdFirst(a: string, b: string): number {
  return Number(b === "SKILL.md") - Number(a === "SKILL.md") || Buffer.compare(Buffer.from(a), Buffer.from(b));
}
