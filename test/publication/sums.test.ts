import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { encodeSums, parseSums, summed } from "../../src/publication/sums.ts";
import { treeAt } from "../../src/publication/write/tree.ts";
import { folder } from "../tools/skill.ts";
import { isSkipped, need, SHA256SUM } from "../tools/witness.ts";

test.skipIf(isSkipped(SHA256SUM))(
  "sums are what sha256sum prints for the files, in byte order of the paths",
  async () => {
    need(SHA256SUM);
    const { path } = await folder({});
    const tree = summed(treeAt(path));
    for (const name of ["b", "a/é", "a-b", "B", "a/b"]) tree.write(name, Buffer.from(`text of ${name}`));
    expect(encodeSums(tree.sums).toString()).toBe(
      execFileSync("sha256sum", ["B", "a-b", "a/b", "a/é", "b"], { cwd: path, encoding: "utf8" }),
    );
  },
);

const HEX = "0123456789abcdef".repeat(4);

test("sums in text and in binary mode are read", () => {
  expect(parseSums(`${HEX}  a b\n${HEX} *c/d\n`)).toEqual(
    new Map([
      ["a b", HEX],
      ["c/d", HEX],
    ]),
  );
});

test.each([
  ["not sums"],
  [`${HEX} a`],
  [`${HEX.toUpperCase()}  a`],
  [`${HEX.slice(1)}  a`],
  [`\\${HEX}  a\\nb`],
  [`${HEX}  `],
  [`${HEX}  a\nx`],
])("sums of another form are refused whole: %j", (text) => {
  expect(parseSums(text)).toBeUndefined();
});
