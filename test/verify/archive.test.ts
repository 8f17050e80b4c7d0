import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodeEntry, END } from "../../src/artifact/ustar.ts";
import { openArchive, type Opened } from "../../src/verify/archive.ts";
import { folder } from "../tools/skill.ts";
import { BSDTAR, GNU_TAR, isSkipped, need } from "../tools/witness.ts";

/** What comes of an archive that a shell script makes as `x.tar.gz` in a folder with a skill. */
const opened = async (script: string) => {
  const { path, getPath } = await folder({ "SKILL.md": "skill", "a.md": "a", "docs/b.md": "b" });
  execFileSync("bash", ["-ec", script], {
    cwd: path,
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return openArchive(readFileSync(getPath("x.tar.gz")));
};

/** The files of an archive that opens. */
const filesIn = (archive: Opened) => {
  if (archive.reason !== undefined) throw new Error(archive.reason);
  return archive.files;
};

test.each([
  [GNU_TAR, "tar --format=ustar -czf x.tar.gz SKILL.md a.md docs/b.md"],
  [BSDTAR, "bsdtar --format=ustar -czf x.tar.gz SKILL.md a.md docs/b.md"],
])("a plain archive of $says opens to its files", async (witness, script) => {
  if (isSkipped(witness)) return;
  need(witness);
  const files = filesIn(await opened(script));
  expect([...files].map(([path, { bytes }]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ["SKILL.md", "skill"],
    ["a.md", "a"],
    ["docs/b.md", "b"],
  ]);
});

test("modes are read by the owner's execute bit", async () => {
  const files = filesIn(
    await opened("chmod 744 a.md; chmod 655 docs/b.md; tar --format=ustar -czf x.tar.gz SKILL.md a.md docs/b.md"),
  );
  expect([...files].map(([path, { executable }]) => [path, executable])).toEqual([
    ["SKILL.md", false],
    ["a.md", true],
    ["docs/b.md", false],
  ]);
});

const long = `${"d".repeat(60)}/${"f".repeat(90)}`;
// Everything here is dropped, truncated or refused by the main client (`skills` 1.7.4, run).
test.each([
  ["`./` before the names", "tar --format=ustar -czf x.tar.gz ./SKILL.md ./a.md"],
  ["`./` before some name", "tar --format=ustar -czf x.tar.gz SKILL.md ./a.md"],
  ["the whole folder", "tar --format=ustar -czf ../x.tar.gz . && mv ../x.tar.gz ."],
  ["a wrapping folder", "tar --format=ustar -czf x.tar.gz --transform 's|^|tides/|' SKILL.md a.md"],
  ["SKILL.md not first", "tar --format=ustar -czf x.tar.gz a.md SKILL.md"],
  ["no SKILL.md", "tar --format=ustar -czf x.tar.gz a.md"],
  ["skill.md", "mv SKILL.md skill.md; tar --format=ustar -czf x.tar.gz skill.md"],
  ["an entry for a folder", "tar --format=ustar -czf x.tar.gz SKILL.md docs"],
  ["a symbolic link", "ln -s a.md l; tar --format=ustar -czf x.tar.gz SKILL.md l"],
  ["a hard link", "ln a.md l; tar --format=ustar -czf x.tar.gz SKILL.md a.md l"],
  ["a pipe", "mkfifo p; tar --format=ustar -czf x.tar.gz SKILL.md p"],
  ["an absolute path", 'tar --format=ustar -czPf x.tar.gz SKILL.md "$PWD/a.md"'],
  ["a path upwards", "tar --format=ustar -czPf x.tar.gz SKILL.md docs/../a.md"],
  ["a drive letter", "tar --format=ustar -czf x.tar.gz --transform 's|^a|C:/a|' SKILL.md a.md"],
  ["a backslash", "touch 'a\\b'; tar --no-unquote --format=ustar -czf x.tar.gz SKILL.md 'a\\b'"],
  ["a double slash", "tar --format=ustar -czf x.tar.gz --transform 's|docs/|docs//|' SKILL.md docs/b.md"],
  ["a name twice", "tar --format=ustar -czf x.tar.gz SKILL.md a.md a.md --hard-dereference"],
  ["SKILL.md twice", "tar --format=ustar -czf x.tar.gz SKILL.md a.md SKILL.md"],
  ["a PAX header", "tar --format=pax --pax-option=comment:=x -czf x.tar.gz SKILL.md a.md"],
  ["a global PAX header", "tar --format=pax --pax-option=globexthdr.name=g,comment=x -czf x.tar.gz SKILL.md a.md"],
  [
    "a long name in a PAX header",
    `mkdir -p ${"d".repeat(60)}; touch ${long}${"g".repeat(20)}; tar --format=pax -czf x.tar.gz SKILL.md ${long}${"g".repeat(20)}`,
  ],
  ["a GNU long name", `mkdir -p ${"d".repeat(60)}; touch ${long}; tar --format=gnu -czf x.tar.gz SKILL.md ${long}`],
  ["a sparse file", "truncate -s 1M s; tar --format=gnu -S -czf x.tar.gz SKILL.md s"],
  ["no files", "tar --format=ustar -czf x.tar.gz -T /dev/null"],
  ["no compression", "tar --format=ustar -cf x.tar.gz SKILL.md a.md"],
  ["another compression", "tar --format=ustar -cjf x.tar.gz SKILL.md a.md"],
  ["no tar inside", "echo hello | gzip > x.tar.gz"],
  ["a page instead", "echo '<!doctype html>' > x.tar.gz"],
  ["nothing at all", ": > x.tar.gz"],
  [
    "half of its bytes",
    "head -c 100000 /dev/urandom > r; tar --format=ustar -czf y SKILL.md r; head -c 50000 y > x.tar.gz",
  ],
  [
    "half of its tar",
    "head -c 100000 /dev/urandom > r; tar --format=ustar -cf y SKILL.md r; head -c 50000 y | gzip > x.tar.gz",
  ],
  [
    "a damaged header",
    "tar --format=ustar -cf y SKILL.md a.md; printf X | dd of=y bs=1 seek=1030 conv=notrunc status=none; gzip -c y > x.tar.gz",
  ],
])("an archive with %s is refused with a reason", async (_, script) => {
  const { reason } = await opened(script);
  expect(reason).toEqual(expect.any(String));
});

const archiveOf = (entries: readonly (readonly [string, Uint8Array])[]) =>
  gzipSync(Buffer.concat([...entries.map(([path, bytes]) => encodeEntry({ path, bytes, executable: false })), END]), {
    level: 1,
  });

test("1,000 files open, 1,001 do not", async () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (__, index) => [index === 0 ? "SKILL.md" : `${index}`, Buffer.from("x")] as const);
  expect(filesIn(await openArchive(archiveOf(entries(1_000)))).size).toBe(1_000);
  expect((await openArchive(archiveOf(entries(1_001)))).reason).toContain("1000 files");
});

test("50 MiB of content open, one byte more does not", async () => {
  const entries = (size: number) => [
    ["SKILL.md", Buffer.from("skill")] as const,
    ["data", Buffer.alloc(size - 5)] as const,
  ];
  expect(filesIn(await openArchive(archiveOf(entries(50 * 1024 * 1024)))).size).toBe(2);
  expect(await openArchive(archiveOf(entries(50 * 1024 * 1024 + 1)))).toHaveProperty(
    "reason",
    expect.stringContaining("52428800"),
  );
});

test("an archive that would unpack to gigabytes is refused before it does", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
  expect(await openArchive(bomb)).toHaveProperty("reason", expect.stringContaining("52428800"));
});
