import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encodeEntry, END, splitPath } from "../../src/artifact/ustar.ts";
import { folder } from "../tools/skill.ts";
import { BSDTAR, GNU_TAR, isSkipped, need } from "../tools/witness.ts";

const entry = (path: string, text = "", executable = false) =>
  encodeEntry({ path, bytes: Buffer.from(text), executable });

/** A header built field by field from POSIX.1-1988, 10.1.1, without any of our code. */
const posixHeader = ({
  name,
  prefix = "",
  mode,
  size,
}: {
  name: string;
  prefix?: string;
  mode: string;
  size: string;
}) => {
  const fields = [
    Buffer.from(name.padEnd(100, "\0")), // name
    Buffer.from(`${mode}\0`), // mode, octal
    Buffer.from("0000000\0"), // uid
    Buffer.from("0000000\0"), // gid
    Buffer.from(`${size}\0`), // size, octal
    Buffer.from("00000000000\0"), // mtime
    Buffer.from("        "), // chksum, blank while it is summed
    Buffer.from("0"), // typeflag: a regular file
    Buffer.alloc(100), // linkname
    Buffer.from("ustar\0"), // magic
    Buffer.from("00"), // version
    Buffer.alloc(32), // uname
    Buffer.alloc(32), // gname
    Buffer.alloc(8), // devmajor
    Buffer.alloc(8), // devminor
    Buffer.from(prefix.padEnd(155, "\0")), // prefix
    Buffer.alloc(12),
  ];
  const header = Buffer.concat(fields);
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
};

test.each([
  ["a file", entry("SKILL.md", "hello"), posixHeader({ name: "SKILL.md", mode: "0000644", size: "00000000005" })],
  [
    "an executable file",
    entry("scripts/run", "#!/bin/sh\n", true),
    posixHeader({ name: "scripts/run", mode: "0000755", size: "00000000012" }),
  ],
  ["an empty file", entry("empty"), posixHeader({ name: "empty", mode: "0000644", size: "00000000000" })],
  [
    "a file of one block",
    entry("block", "x".repeat(512)),
    posixHeader({ name: "block", mode: "0000644", size: "00000001000" }),
  ],
  [
    "a long path",
    entry(`${"d".repeat(60)}/${"f".repeat(60)}`),
    posixHeader({ name: "f".repeat(60), prefix: "d".repeat(60), mode: "0000644", size: "00000000000" }),
  ],
])("the header of %s is that of POSIX, byte for byte", (_, blocks, expected) => {
  expect(expected).toHaveLength(512);
  expect(blocks.subarray(0, 512).toString("hex")).toBe(expected.toString("hex"));
});

test("the header of a name beyond ASCII holds its UTF-8 bytes", () => {
  const header = entry("références.md".normalize("NFD"));
  expect(header.subarray(0, 100)).toEqual(
    Buffer.concat([Buffer.from("références.md".normalize("NFD")), Buffer.alloc(100)]).subarray(0, 100),
  );
});

test.each([
  [0, 0],
  [1, 511],
  [511, 1],
  [512, 0],
  [513, 511],
])("a content of %i bytes is followed by %i zero bytes", (size, padding) => {
  const content = Buffer.from("x".repeat(size));
  expect(entry("x", "x".repeat(size)).subarray(512)).toEqual(Buffer.concat([content, Buffer.alloc(padding)]));
});

test("an archive ends with two zero blocks", () => {
  expect(END).toEqual(Buffer.alloc(1024));
});

const d = (count: number) => "d".repeat(count);
const f = (count: number) => "f".repeat(count);

// [path, prefix, name]: the name part is the longest that fits, as Python's tarfile chooses it; GNU tar takes the shortest.
test.each([
  ["SKILL.md", "", "SKILL.md"],
  [f(100), "", f(100)],
  [`${d(49)}/${f(50)}`, "", `${d(49)}/${f(50)}`],
  [`${d(50)}/${f(50)}`, d(50), f(50)],
  [`a/${f(99)}`, "a", f(99)],
  [`a/b/${f(97)}`, "a", `b/${f(97)}`],
  [`${d(154)}/${f(100)}`, d(154), f(100)],
  [`${d(155)}/${f(100)}`, d(155), f(100)],
  [`${d(155)}/a`, d(155), "a"],
  [`${d(100)}/${d(54)}/${f(45)}`, d(100), `${d(54)}/${f(45)}`],
  [`${d(100)}/${d(54)}/${f(60)}`, `${d(100)}/${d(54)}`, f(60)],
  [`é${d(49)}/${"é".repeat(25)}`, `é${d(49)}`, "é".repeat(25)],
])("ustar carries %s", (path, prefix, name) => {
  expect(splitPath(path)).toEqual({ prefix: Buffer.from(prefix), name: Buffer.from(name) });
});

test.each([
  [f(101)],
  [`a/${f(101)}`],
  [`${d(156)}/${f(50)}`],
  [`${d(156)}/a`],
  [`${d(155)}/${f(101)}`],
  ["é".repeat(51)],
  [`${"d/".repeat(128)}${f(10)}`],
])("ustar cannot carry %s", (path) => {
  expect(splitPath(path)).toBeUndefined();
  expect(() => entry(path)).toThrow(RangeError);
});

/** Paths that can be split in one way only. */
const PATHS = [
  "SKILL.md",
  "a b.md",
  "é.md",
  "é.md".normalize("NFD"),
  "潮汐/🌊.md",
  f(100),
  `${d(50)}/${f(50)}`,
  `${d(155)}/${f(100)}`,
  `${"潮".repeat(30)}/${"汐".repeat(30)}`,
];
const ALL_PATHS = [...PATHS, `${d(100)}/${d(54)}/${f(30)}`, `a/${"b/".repeat(60)}c`];

test.skipIf(isSkipped(GNU_TAR))("GNU tar makes the same headers, but for the device numbers it fills in", async () => {
  need(GNU_TAR);
  const place = await folder(Object.fromEntries(PATHS.map((path) => [path, `content of ${path}`])));
  execFileSync("chmod", ["755", "a b.md"], { cwd: place.path });
  const options = [
    "--format=ustar",
    "--owner=:0",
    "--group=:0",
    "--numeric-owner",
    "--mtime=@0",
    "--mode=u=rwX,go=rX",
    "--blocking-factor=1",
    "-cf",
    "-",
  ];
  const theirs = execFileSync("tar", [...options, ...PATHS], { cwd: place.path, maxBuffer: 1e7 });
  const ours = Buffer.concat([...PATHS.map((path) => entry(path, `content of ${path}`, path === "a b.md")), END]);
  expect(withoutDevices(ours)).toEqual(withoutDevices(theirs));
});

/** The headers and contents of an archive without devmajor, devminor and the checksum that depends on them. */
function withoutDevices(tar: Buffer): string[] {
  const blocks: string[] = [];
  for (let offset = 0; offset < tar.length; offset += 512) {
    const block = Buffer.from(tar.subarray(offset, offset + 512));
    if (block.toString("latin1", 257, 262) === "ustar") block.fill(0, 148, 156).fill(0, 329, 345);
    blocks.push(block.toString("latin1"));
  }
  return blocks;
}

test.each([GNU_TAR, BSDTAR])("$says lists and extracts every name, mode and content", async (witness) => {
  if (isSkipped(witness)) return;
  need(witness);
  const { path, getPath } = await folder({});
  const long = ALL_PATHS.map((each, index) => ({
    path: each,
    text: `${each}\n`.repeat(index * 7),
    executable: index % 2 === 1,
  }));
  writeFileSync(
    getPath("x.tar"),
    Buffer.concat([...long.map(({ path: each, text, executable }) => entry(each, text, executable)), END]),
  );
  const environment = {
    cwd: path,
    env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" },
    encoding: "utf8" as const,
  };

  const literally = witness === GNU_TAR ? ["--quoting-style=literal"] : [];
  expect(execFileSync(witness.program, ["-tf", "x.tar", ...literally], environment)).toBe(`${ALL_PATHS.join("\n")}\n`);
  const modes = execFileSync(witness.program, ["-tvf", "x.tar", ...literally], environment)
    .trimEnd()
    .split("\n");
  expect(modes.map((line) => line.slice(0, 10))).toEqual(
    long.map(({ executable }) => (executable ? "-rwxr-xr-x" : "-rw-r--r--")),
  );

  execFileSync("mkdir", ["out"], environment);
  execFileSync(witness.program, ["-xf", "x.tar", "-C", "out"], environment);
  for (const { path: each, text, executable } of long) {
    expect(execFileSync("cat", [each], { ...environment, cwd: getPath("out") })).toBe(text);
    expect(execFileSync("stat", ["-c", "%a %Y", each], { ...environment, cwd: getPath("out") })).toBe(
      `${executable ? "755" : "644"} 0\n`,
    );
  }
});
