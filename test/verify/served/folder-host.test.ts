import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { readBuild } from "../../../src/verify/served/build.ts";
import { openFolder } from "../../../src/verify/served/folder-host.ts";
import { folder } from "../../tools/skill.ts";

const BASE = "https://docs.example.com";

vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  // A superuser can read everything, so what nobody may read has to be played.
  const openSync: typeof fs.openSync = (path, ...rest) => {
    if (String(path).endsWith("locked.md"))
      throw Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "open" });
    return fs.openSync(path, ...rest);
  };
  return { ...fs, openSync };
});

test.each([
  ["locked.md", "unreachable", "it cannot be read (EACCES)"],
  ["large.md", "read-limit", "larger than 10 bytes"],
  ["gone.md", "missing", "no such file"],
])("%s gives %s and no exception", async (path, code, words) => {
  const { path: root } = await folder({ "locked.md": "x", "large.md": "x".repeat(11) });
  const { bytes, reasons } = await openFolder(root, BASE, "it").get(`${BASE}/${path}`, { what: path, limit: 10 });
  expect(bytes).toBeUndefined();
  expect(reasons).toEqual([expect.objectContaining({ code, message: expect.stringContaining(words) })]);
});

test("a report that is no file, or too large, is refused without being read", async () => {
  const { getPath } = await folder({ "large.json": "" });
  execFileSync("mkfifo", [getPath("fifo")]);
  truncateSync(getPath("large.json"), 5 * 1024 ** 3);
  const refused = (name: string) => {
    try {
      return readBuild(getPath(name), name);
    } catch (error) {
      return error;
    }
  };
  expect(refused("fifo")).toMatchObject({ problems: [{ message: expect.stringContaining("`fifo` is no file") }] });
  expect(refused("large.json")).toMatchObject({ problems: [{ message: expect.stringContaining("is larger than") }] });
});
