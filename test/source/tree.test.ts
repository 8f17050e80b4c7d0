import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Halt } from "../../src/problem.ts";
import { listTree, walk } from "../../src/source/tree.ts";
import { folder } from "../tools/skill.ts";

const halted = (list: () => unknown) => {
  try {
    list();
    return [];
  } catch (error) {
    if (error instanceof Halt) return error.problems;
    throw error;
  }
};

test("a tree is listed in byte order, whatever order its files were made in", async () => {
  for (const names of [
    ["a", "B", "é", "z", "a-b", "a/c"],
    ["a/c", "z", "é", "a-b", "B"],
  ]) {
    const { path } = await folder(Object.fromEntries(names.filter((name) => name !== "a").map((name) => [name, ""])));
    // Bytes: B is 42, a 61, z 7A, é C3 A9.
    expect([...walk(listTree(path))].map((entry) => entry.path)).toEqual(["B", "a-b", "z", "é", "a/c"]);
  }
});

test("files, links, links to folders and special files are told apart", async () => {
  const { path } = await folder({ file: "", "sub/x": "" });
  execFileSync(
    "sh",
    ["-c", "ln -s file link && ln -s sub linked && ln -s nowhere broken && ln -s loop loop && mkfifo pipe"],
    { cwd: path },
  );
  expect(Object.fromEntries(listTree(path).entries)).toEqual({
    broken: "link",
    file: "file",
    link: "link",
    linked: "linked-folder",
    loop: "link",
    pipe: "special",
  });
});

test.each([["gone"], ["file"], ["file/below"]])("a source that is not a folder stops everything: %s", async (name) => {
  const { getPath } = await folder({ file: "" });
  expect(halted(() => listTree(getPath(name)))).toMatchObject([
    { code: "source-missing", severity: "halt", message: expect.stringContaining(getPath(name)) },
  ]);
});

test("folders in folders without end stop everything", async () => {
  const { path, getPath } = await folder({});
  execFileSync("mkdir", ["-p", getPath(Array.from({ length: 64 }, () => "d").join("/"))]);
  expect(halted(() => listTree(path))).toEqual([]);
  execFileSync("mkdir", ["-p", getPath(Array.from({ length: 66 }, () => "d").join("/"))]);
  expect(halted(() => listTree(path))).toMatchObject([{ code: "source-too-large", severity: "halt" }]);
});
