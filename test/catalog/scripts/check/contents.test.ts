import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { FileTree } from "fs-fixture";
import { expect, test } from "vitest";
import { contentsOfArchive } from "../../../../src/catalog/scripts/check/contents.ts";
import { isTar } from "../../../../src/catalog/scripts/check/tar.ts";
import { folder } from "../../../tools/skill.ts";
import { GNU_TAR, isSkipped, need, SHA256SUM } from "../../../tools/witness.ts";

const MB = 1024 * 1024;
const LONG = `references/${"deep/".repeat(16)}${"long-".repeat(8)}name.md`;

const withTar = test.skipIf(isSkipped(GNU_TAR));

/** Packs files with GNU tar, in the order of the names given. */
async function gnuTar(tree: FileTree, names: readonly string[], flags: readonly string[] = ["--format=ustar"]) {
  const { path } = await folder(tree);
  const tar = execFileSync("tar", [...flags, "-C", path, "-cf", "-", ...names], { maxBuffer: 80 * MB, stdio: "pipe" });
  return { path, tar };
}

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const contents = (tar: Buffer) => contentsOfArchive(bytesOf(gzipSync(tar)));
const reason = async (tar: Buffer) => (await contents(tar)).reason;

/** A tar with a byte of its first header changed, and the checksum made right again. */
function patched(tar: Buffer, at: number, text: string): Buffer {
  const result = Buffer.from(tar);
  result.write(text, at, "latin1");
  result.fill(" ", 148, 156);
  const sum = result.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  result.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return result;
}

const SMALL = { "SKILL.md": "# Tides\n", "a.txt": "A\n" };

test.skipIf(isSkipped(GNU_TAR) || isSkipped(SHA256SUM))(
  "the files of an archive by GNU tar are listed as GNU tar lists them, with the hashes of sha256sum",
  async () => {
    need(GNU_TAR, SHA256SUM);
    const tree = {
      "SKILL.md": "# Tides\n",
      "empty.txt": "",
      "scripts/run": "#!/bin/sh\n",
      "noise.bin": Buffer.from(Uint8Array.from({ length: 100_000 }, (_, index) => (index * index) % 251)),
      "Größe 潮.md": "x".repeat(512),
      [LONG]: "far\n",
    };
    const { path } = await folder(tree);
    chmodSync(`${path}/scripts/run`, 0o755);
    const names = Object.keys(tree);
    const tar = execFileSync("tar", ["--format=ustar", "--mode=u+rw", "-C", path, "-cf", "-", ...names]);
    const lines = execFileSync("sha256sum", names, { cwd: path, encoding: "utf8" }).trimEnd().split("\n");
    const sums = lines.map((line) => line.split(/ [ *]/));
    const sizes = execFileSync("stat", ["-c", "%s", ...names], { cwd: path, encoding: "utf8" })
      .trimEnd()
      .split("\n");

    expect(LONG.length).toBeGreaterThan(100);
    const expected = names.map((name, index) => ({
      path: name,
      size: Number(sizes[index]),
      sha256: sums[index]?.[0],
      executable: name === "scripts/run",
    }));
    expect(await contents(tar)).toEqual({ files: expected });
    // The same where a host has let the browser unpack it.
    expect(isTar(tar)).toBe(true);
    expect(await contentsOfArchive(bytesOf(tar))).toEqual({ files: expected });
  },
);

withTar("an archive that clients would not install whole is refused with the reason", async () => {
  need(GNU_TAR);
  const { tar, path } = await gnuTar(SMALL, ["SKILL.md", "a.txt"]);
  execFileSync("ln", ["-s", "SKILL.md", `${path}/link`]);
  const made = (names: readonly string[], ...flags: readonly string[]) =>
    execFileSync("tar", ["--format=ustar", "-C", path, ...flags, "-cf", "-", ...names], { stdio: "pipe" });

  expect(await reason(tar)).toBeUndefined();
  expect(await reason(made(["a.txt", "SKILL.md"]))).toBe("its first file is `a.txt`, not `SKILL.md`");
  expect(await reason(made(["./SKILL.md"]))).toBe("`./SKILL.md` is not a plain relative path");
  expect(await reason(made(["."]))).toBe("`./` is not a file (type 5)");
  expect(await reason(made(["SKILL.md", "link"]))).toBe("`link` is not a file (type 2)");
  expect(await reason(made(["SKILL.md", "SKILL.md"], "--hard-dereference"))).toBe("`SKILL.md` is in it twice");
  expect(await reason(made(["SKILL.md", "a.txt"], "-P", "--transform=s,a.txt,/etc/a,"))).toBe(
    "`/etc/a` is an absolute path",
  );
  expect(await reason(made(["SKILL.md", "a.txt"], "-P", "--transform=s,a.txt,../a,"))).toBe(
    "`../a` is not a plain relative path",
  );
  expect(await reason(patched(tar, 0, "C:x"))).toBe("`C:xLL.md` is an absolute path");
  expect(await reason(patched(tar, 2, "\\"))).toBe("`SK\\LL.md` has a backslash");
  expect(await reason(patched(tar, 2, "\xff"))).toBe("a name in it is not UTF-8");
  expect(await reason(patched(tar, 124, "what"))).toBe("`SKILL.md` has no readable size or mode");
  expect(await reason(patched(tar, 124, "00000777777"))).toBe("it ends in the middle");
});

withTar("headers of other kinds than plain ustar are refused", async () => {
  need(GNU_TAR);
  const plain = "it has headers that are not plain ustar";
  expect(await reason((await gnuTar(SMALL, ["SKILL.md"], ["--format=gnu"])).tar)).toBe(plain);
  expect(await reason((await gnuTar(SMALL, ["SKILL.md"], ["--format=v7"])).tar)).toBe(plain);
  expect(await reason((await gnuTar(SMALL, ["SKILL.md"], ["--format=pax"])).tar)).toContain("is not a file (type x)");
});

withTar("damage is refused: in a header, at the end, behind the end, in the gzip data", async () => {
  need(GNU_TAR);
  const { tar } = await gnuTar(SMALL, ["SKILL.md", "a.txt"]);
  const changed = Buffer.from(tar);
  changed[0] = 0x54;
  expect(await reason(changed)).toBe("a header in it is damaged");
  expect(await reason(tar.subarray(0, 4 * 512))).toBe("it ends in the middle");
  expect(await reason(tar.subarray(0, 700))).toBe("it ends in the middle");
  expect(await reason(Buffer.concat([tar, Buffer.from("more")]))).toBe("something follows after its end");
  expect(await reason(Buffer.alloc(1024))).toBe("it is empty");
  expect(await reason(Buffer.from("not a tar"))).toBe("it ends in the middle");

  const gzipped = gzipSync(tar);
  expect(gunzipSync(gzipped).equals(tar)).toBe(true);
  const flipped = bytesOf(gzipped);
  flipped[flipped.length - 6] = (flipped.at(-6) ?? 0) ^ 1;
  const damaged = { reason: "its gzip data is damaged", limit: false };
  expect(await contentsOfArchive(flipped)).toEqual(damaged);
  expect(await contentsOfArchive(bytesOf(gzipped).subarray(0, 40))).toEqual(damaged);
  expect((await contentsOfArchive(bytesOf(Buffer.from("PK\u0003\u0004")))).reason).toBe("it is not gzip");
});

withTar("more than clients unpack is a limit, not a fault", async () => {
  need(GNU_TAR);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, ""]));
  const names = ["SKILL.md", ...Object.keys(many)];
  const { tar } = await gnuTar({ "SKILL.md": "x", ...many }, names);
  expect(await contents(tar)).toEqual({ reason: "it has more than 1,000 files", limit: true });

  const big = { "SKILL.md": "x", "big.bin": Buffer.alloc(50 * MB) };
  const { tar: large } = await gnuTar(big, ["SKILL.md", "big.bin"]);
  expect(await contents(large)).toEqual({ reason: "it unpacks to more than 50 MiB", limit: true });
  const { tar: fits } = await gnuTar({ "SKILL.md": "", "big.bin": Buffer.alloc(50 * MB) }, ["SKILL.md", "big.bin"]);
  expect(await reason(fits)).toBeUndefined();
  expect(await contents(Buffer.alloc(60 * MB))).toEqual({ reason: "it unpacks to more than 50 MiB", limit: true });
});
