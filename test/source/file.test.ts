import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { readSourceFile } from "../../src/source/file.ts";
import type { Kind } from "../../src/source/tree.ts";
import { folder } from "../tools/skill.ts";

/** Reads a file of a folder, all of whose files are published. */
const read = (path: string, name: string, kind: Kind = "file") => {
  const published = new Set(kind === "link" ? readdirSync(path, { recursive: true, encoding: "utf8" }) : []);
  return readSourceFile(name.startsWith("/") ? name : `${path}/${name}`, kind, {
    folder: path,
    published,
    limit: 1_000,
    where: { path: name },
  });
};

test("a file is read as it is, with the owner's execute bit alone", async () => {
  const { path, getPath } = await folder({ a: "a\r\n\uFEFF", b: "", c: "" });
  chmodSync(getPath("b"), 0o744);
  chmodSync(getPath("c"), 0o655);
  expect(read(path, "a")).toEqual({ bytes: Buffer.from("a\r\n\uFEFF"), bit: false, warning: undefined });
  expect(read(path, "b")).toMatchObject({ bytes: Buffer.from(""), bit: true });
  expect(read(path, "c")).toMatchObject({ bit: false });
});

test("a file may have the whole limit and not one byte more", async () => {
  const { path, getPath } = await folder({ a: "" });
  truncateSync(getPath("a"), 1_000);
  expect(read(path, "a")).toHaveProperty("bytes.length", 1_000);
  truncateSync(getPath("a"), 1_001);
  expect(read(path, "a")).toMatchObject({ code: "skill-too-large", severity: "error", path: "a" });
});

test("a file that turns out longer than it was is refused", () => {
  // The files of /proc say that they are empty and are not.
  expect(read("/proc", "/proc/self/status")).toMatchObject({ code: "changed-while-reading", severity: "error" });
});

test.each([
  ["a link", "ln -s other x", "file-unreadable"],
  ["a pipe", "mkfifo x", "special-file"],
  ["a folder", "mkdir x", "special-file"],
  ["nothing", "true", "file-unreadable"],
])(
  "a file that became %s since it was listed is refused, without waiting and without following",
  async (_, command, code) => {
    const { path } = await folder({ other: "secret" });
    execFileSync("sh", ["-c", command], { cwd: path });
    expect(read(path, "x")).toMatchObject({ code, severity: "error", path: "x" });
  },
);

test.each([
  ["a file outside", "/etc/hostname", "link-escapes"],
  ["a file beside the skill", "../beside", "link-escapes"],
  ["a folder beside whose name starts with the skill's", "../skill-two/file", "link-escapes"],
  ["nothing", "gone", "link-broken"],
  ["itself", "x", "link-broken"],
  ["a pipe", "pipe", "special-file"],
])("a link to %s is refused", async (_, target, code) => {
  const { getPath } = await folder({ beside: "", "skill-two/file": "", "skill/file": "" });
  execFileSync("sh", ["-c", 'mkfifo pipe; ln -s "$1" x', "sh", target], { cwd: getPath("skill") });
  expect(read(getPath("skill"), "x", "link")).toMatchObject({ code, severity: "error", path: "x" });
});

test.each([
  ["a file", "file"],
  ["a file below", "docs/../docs/deep"],
  ["another link", "link"],
  ["an absolute address inside", "ABSOLUTE"],
])("a link to %s in the skill is read as that file, with a warning that names it", async (_, target) => {
  const { path, getPath } = await folder({ file: "text", "docs/deep": "text" });
  execFileSync(
    "sh",
    ["-c", 'chmod +x file docs/deep; ln -s file link; ln -s "$1" x', "sh", target.replace("ABSOLUTE", getPath("file"))],
    { cwd: path },
  );
  const named = target.includes("deep") ? "docs/deep" : "file";
  expect(read(path, "x", "link")).toMatchObject({
    bytes: Buffer.from("text"),
    bit: true,
    warning: {
      code: "link-followed",
      severity: "warning",
      path: "x",
      message: expect.stringContaining(`\`${named}\``),
    },
  });
});

test("devices, pipes and links to folders are refused without being opened", () => {
  expect(read("/dev", "/dev/zero", "special")).toMatchObject({ code: "special-file" });
  expect(read("/dev", "/dev/fd", "linked-folder")).toMatchObject({ code: "linked-folder" });
});
