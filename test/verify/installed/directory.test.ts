import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { manifestOfSkill } from "../../../src/artifact/manifest.ts";
import { manifestOfDirectory } from "../../../src/verify/installed/directory.ts";
import { folder } from "../../tools/skill.ts";
import { hashesOf } from "../../tools/vectors.ts";
import { isSkipped, PYTHON } from "../../tools/witness.ts";

const MIB = 1024 * 1024;

/** Makes something below a directory, and the folders above it. */
type Make = (root: string) => void;

function file(path: string, bytes: number): Make {
  return (root) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
    truncateSync(join(root, path), bytes); // a hole, which takes no room
  };
}

function emptyFolder(path: string): Make {
  return (root) => void mkdirSync(join(root, path), { recursive: true });
}

function many(count: number, make: (number: number) => Make): Make {
  return (root) => {
    for (let number = 0; number < count; number += 1) make(number)(root);
  };
}

const deep = (segments: number) => Array.from({ length: segments }, (_, index) => `d${index}`).join("/");
/** A path of four folders and a file, with two bytes for most of its characters. */
const long = (bytes: number) => `${"é".repeat(102)}/`.repeat(4) + "é".repeat(102).padEnd(bytes - 922, "x");

const skill = file("SKILL.md", 1);

/** Each limit: the most that is accepted, the least that is refused, and what is said of it. */
const LIMITS: readonly (readonly [what: string, accepted: Make, refused: Make, why: string])[] = [
  [
    "512 files",
    many(511, (number) => file(`${number}`, 1)),
    many(512, (number) => file(`${number}`, 1)),
    "more than 512 files",
  ],
  [
    "1,023 files and folders in one folder",
    many(1022, (number) => emptyFolder(`${number}`)),
    many(1023, (number) => emptyFolder(`${number}`)),
    "more than 1023 files and folders",
  ],
  [
    "1,023 files and folders, nested",
    many(511, (number) => emptyFolder(`${number}/x`)),
    (root) => {
      many(511, (number) => emptyFolder(`${number}/x`))(root);
      emptyFolder("511")(root);
    },
    "more than 1023 files and folders",
  ],
  ["a file in 12 parts", file(deep(12), 1), file(deep(13), 1), "more than 12 parts"],
  ["an empty folder in 12 parts", emptyFolder(deep(12)), emptyFolder(deep(13)), "more than 12 parts"],
  ["128 KiB of SKILL.md", file("SKILL.md", 131_072), file("SKILL.md", 131_073), '"SKILL.md" has more than 131072'],
  ["16 MiB of another file", file("a.bin", 16_777_216), file("a.bin", 16_777_217), '"a.bin" has more than 16777216'],
  [
    "16 MiB of a SKILL.md that is not at the root",
    file("sub/SKILL.md", 16_777_216),
    file("sub/SKILL.md", 16_777_217),
    '"sub/SKILL.md" has more than 16777216',
  ],
  [
    "32 MiB together",
    (root) => [file("a", 16 * MIB), file("b", 16 * MIB - 1)].forEach((make) => make(root)),
    (root) => [file("a", 16 * MIB), file("b", 16 * MIB)].forEach((make) => make(root)),
    "more than 33554432 bytes together",
  ],
  ["a path of 1,024 bytes", file(long(1024), 1), file(long(1025), 1), "more than 1024 bytes"],
  ["a folder's path of 1,024 bytes", emptyFolder(long(1024)), emptyFolder(long(1025)), "more than 1024 bytes"],
];

test.each(LIMITS)("%s: accepted, and one more is refused", async (_, accepted, refused, why) => {
  const { path, getPath } = await folder({});
  for (const [name, make] of [
    ["good", accepted],
    ["bad", refused],
  ] as const) {
    skill(getPathOf(path, name));
    make(getPath(name));
  }
  const good = manifestOfDirectory(getPath("good"));
  expect(good).toHaveProperty("manifest");
  if (!isSkipped(PYTHON)) {
    const [{ sha256 } = { sha256: "" }] = await hashesOf(getPath("good"));
    expect(good).toHaveProperty("manifest.sha256", sha256);
  }
  expect(manifestOfDirectory(getPath("bad"))).toEqual({ fault: expect.stringContaining(why) });
});

function getPathOf(root: string, name: string): string {
  mkdirSync(join(root, name));
  return join(root, name);
}

test("the path of 1,024 bytes in the test is one", () => {
  expect([Buffer.byteLength(long(1024)), Buffer.byteLength(long(1025))]).toEqual([1024, 1025]);
});

test("a folder with more names than can be read in reasonable time is given up early", async () => {
  const { path } = await folder({ "SKILL.md": "x" });
  many(5000, (number) => emptyFolder(`${number}`))(path);
  expect(manifestOfDirectory(path)).toEqual({ fault: "there are more than 1023 files and folders" });
});

test("files of many terabytes are refused by their size, and not read", async () => {
  const { path } = await folder({ "SKILL.md": "x", "a.bin": "" });
  truncateSync(join(path, "a.bin"), 2 ** 43);
  expect(manifestOfDirectory(path)).toEqual({ fault: '"a.bin" has more than 16777216 bytes' });
});

test("a manifest whose text is longer than a received one may be is still made, but never published", async () => {
  const { path } = await folder({});
  skill(path);
  const above = `${'"'.repeat(250)}/`.repeat(3);
  many(511, (number) => file(`${above}${'"'.repeat(245)}${number}`, 0))(path);
  const made = manifestOfDirectory(path);
  expect("text" in made && Buffer.byteLength(made.text)).toBeGreaterThan(MIB);
  const files = "text" in made ? made.manifest.files : [];
  const bytes = (count: number) => ({ bytes: new Uint8Array(count), executable: false });
  expect(manifestOfSkill(new Map(files.map((each) => [each.path, bytes(each.bytes)])))).toEqual({
    fault: "it would have more than 1048576 bytes",
  });
});

test.each([
  ["to a file", "SKILL.md"],
  ["to a folder", "data"],
  ["to nothing", "gone"],
  ["out of the directory", "/etc/hostname"],
  ["to itself", "link"],
])("a link %s beneath the directory is refused", async (_, target) => {
  for (const place of ["link", "data/link"]) {
    const { path, getPath } = await folder({ "SKILL.md": "x", "data/a.md": "x" });
    symlinkSync(target, getPath(place));
    expect(manifestOfDirectory(path)).toEqual({ fault: `${JSON.stringify(place)} is a symbolic link` });
  }
});

test("a pipe is refused, and not waited for", async () => {
  const { path, getPath } = await folder({ "SKILL.md": "x" });
  execFileSync("mkfifo", [getPath("pipe")]);
  expect(manifestOfDirectory(path)).toEqual({ fault: '"pipe" is neither a file nor a folder' });
});

test("a socket is refused", async () => {
  const { path, getPath } = await folder({ "SKILL.md": "x" });
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(getPath("socket"), resolve));
  onTestFinished(() => void server.close());
  expect(manifestOfDirectory(path)).toEqual({ fault: '"socket" is neither a file nor a folder' });
});

test("a device is refused", async ({ skip }) => {
  const { path, getPath } = await folder({ "SKILL.md": "x" });
  try {
    execFileSync("mknod", [getPath("null"), "c", "1", "3"], { stdio: "pipe" });
  } catch {
    skip("making a device needs root");
  }
  expect(manifestOfDirectory(path)).toEqual({ fault: '"null" is neither a file nor a folder' });
});

test.each(["SKILL.md", "skill.md", "Skill.md", "sub/SKILL.md"])(
  "only a file at SKILL.md will do, not %s",
  async (name) => {
    const { path } = await folder({ [name]: "x", "a.md": "x" });
    if (name === "SKILL.md") expect(manifestOfDirectory(path)).toHaveProperty("manifest");
    else expect(manifestOfDirectory(path)).toEqual({ fault: "there is no SKILL.md" });
  },
);

test("a folder named SKILL.md is no SKILL.md", async () => {
  const { path } = await folder({ "SKILL.md/a.md": "x" });
  expect(manifestOfDirectory(path)).toEqual({ fault: "there is no SKILL.md" });
});

test.each([
  ["a byte that begins nothing", Buffer.from([0x66, 0xff])],
  ["a character that is cut off", Buffer.from([0x66, 0xc3])],
  ["half a surrogate pair", Buffer.from([0xed, 0xa0, 0x80])],
])("a name with %s is refused, of a file or a folder", async (_, name) => {
  for (const make of [(at: Buffer) => writeFileSync(at, "x"), (at: Buffer) => mkdirSync(at)]) {
    const { path } = await folder({ "SKILL.md": "x" });
    make(Buffer.concat([Buffer.from(`${path}/`), name]));
    expect(manifestOfDirectory(path)).toEqual({ fault: expect.stringContaining("contains the character U+FFFD") });
  }
});

test.each(["a\\b", "a:b", "a\tb", "a\nb", "a\u007F", "a\uFFFD"])(
  "the name %j is refused, of a folder too",
  async (name) => {
    const files = await folder({ "SKILL.md": "x" });
    writeFileSync(files.getPath(name), "x");
    const folders = await folder({ "SKILL.md": "x" });
    mkdirSync(folders.getPath(name));
    for (const { path } of [files, folders])
      expect(manifestOfDirectory(path)).toEqual({ fault: expect.stringContaining("contains the character") });
  },
);

test.each([" ", " a", "a ", "-rf", "...", "aux", "\u202Egnp.exe", "\u0085", "__proto__", "constructor", "~"])(
  "the name %j is accepted",
  async (name) => {
    const { path, getPath } = await folder({ "SKILL.md": "x" });
    mkdirSync(getPath(name));
    writeFileSync(join(path, name, name), "x");
    const paths = manifestOfDirectory(path);
    expect("manifest" in paths && paths.manifest.files.map((each) => each.path)).toEqual(
      ["SKILL.md", `${name}/${name}`].toSorted(),
    );
  },
);
