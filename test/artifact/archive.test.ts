import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { expect, test } from "vitest";
import { bundleEntries, skillArchive } from "../../src/artifact/archive.ts";
import { native, portable } from "../../src/artifact/gzip.ts";
import { END } from "../../src/artifact/ustar.ts";
import type { Files } from "../../src/skill.ts";
import { folder } from "../tools/skill.ts";
import { GNU_TAR, GZIP, isSkipped, need, SHA256SUM } from "../tools/witness.ts";

const files = (entries: Readonly<Record<string, string>>): Files =>
  new Map(
    Object.entries(entries).map(([path, text]) => [
      path,
      { bytes: Buffer.from(text), executable: text.startsWith("#!") },
    ]),
  );

const CLOCK = files({
  "SKILL.md":
    "---\nname: tide-clock\ndescription: Tells the tide. Use when the user asks for it.\n---\n\nRun `sh scripts/tide.sh`.\n",
  empty: "",
  "references/block.txt": "x".repeat(512),
  "références.md": "Voilà.\n",
  "scripts/tide.sh": "#!/bin/sh\necho high\n",
});

/** Names in an archive as `tar-stream` reads them. */
async function namesIn(tar: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    names.push(entry.header.name);
    entry.resume();
  }
  return names;
}

test("SKILL.md comes first, the rest in byte order, whatever order they were given in", async () => {
  const names = ["SKILL.md", "A", "B/c", "S", "SKILL", "a", "a-b", "a.md", "a/b", "z", "é", "\uFF5E", "🌊"];
  // By UTF-16 units 🌊 (D83C) would come before ～ (FF5E); by bytes F0 comes after EF.
  for (const order of [names, names.toReversed(), names.toSorted()]) {
    expect(await namesIn(skillArchive(files(Object.fromEntries(order.map((name) => [name, name])))))).toEqual(names);
  }
});

test("a bundle's entries lie below skills/<name>/, in byte order", async () => {
  const tar = Buffer.concat([
    ...bundleEntries("tides", files({ "SKILL.md": "x", B: "y", "a/b": "z" })),
    ...bundleEntries("waves", files({ "SKILL.md": "x" })),
    END,
  ]);
  expect(await namesIn(tar)).toEqual([
    "skills/tides/B",
    "skills/tides/SKILL.md",
    "skills/tides/a/b",
    "skills/waves/SKILL.md",
  ]);
});

test("there are files only: no folders, no links, no extensions", async () => {
  const types: string[] = [];
  const extensions: unknown[] = [];
  for await (const entry of Readable.from([skillArchive(CLOCK)]).pipe(extract())) {
    types.push(entry.header.type ?? "none");
    extensions.push(entry.header.pax ?? null);
    expect(entry.header).toMatchObject({ uid: 0, gid: 0, uname: "", gname: "", mtime: new Date(0), linkname: null });
    entry.resume();
  }
  expect(types).toEqual(["file", "file", "file", "file", "file"]);
  expect(extensions).toEqual([null, null, null, null, null]);
});

// The golden bytes of the format. The tar is also what Python 3.11's tarfile writes for these entries in USTAR_FORMAT,
// without the padding to 10,240 bytes. A change here changes the digest of every published skill.
const GOLDEN = {
  tar: "6c7dcf9c0b3f6c95872a2c6073a108738eb785bc0773b0d6cdc0ab7348e1cb21",
  gzip: "258d0fd3cd81f5e2885f03f9a0135349e930b3ca5495ccf603e1a81cb8a9cc92",
};

test("the archive of a known skill has the golden digest", () => {
  expect(createHash("sha256").update(skillArchive(CLOCK)).digest("hex")).toBe(GOLDEN.tar);
});

test.skipIf(isSkipped(GZIP) || isSkipped(SHA256SUM) || isSkipped(GNU_TAR))(
  "its compressed form has the golden digest, and gzip, sha256sum and tar agree",
  async () => {
    need(GZIP, SHA256SUM, GNU_TAR);
    for (const engine of [native, portable]) {
      const { path, getPath } = await folder({});
      writeFileSync(getPath("x.tar.gz"), engine.bytes(skillArchive(CLOCK)));
      const say = (command: string) =>
        execFileSync("sh", ["-ec", command], {
          cwd: path,
          encoding: "utf8",
          env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" },
        });
      expect(say("gzip -t x.tar.gz && sha256sum < x.tar.gz && gzip -dc x.tar.gz | sha256sum")).toBe(
        `${GOLDEN.gzip}  -\n${GOLDEN.tar}  -\n`,
      );
      expect(say("tar -tvzf x.tar.gz --numeric-owner --quoting-style=literal")).toBe(
        [
          "-rw-r--r-- 0/0             112 1970-01-01 00:00 SKILL.md",
          "-rw-r--r-- 0/0               0 1970-01-01 00:00 empty",
          "-rw-r--r-- 0/0             512 1970-01-01 00:00 references/block.txt",
          "-rw-r--r-- 0/0               8 1970-01-01 00:00 références.md",
          "-rwxr-xr-x 0/0              20 1970-01-01 00:00 scripts/tide.sh",
          "",
        ].join("\n"),
      );
    }
  },
);
