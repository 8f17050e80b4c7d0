import { describe, expect, test } from "vitest";
import { example } from "../../../../src/astro/example.ts";
import { readManifest } from "../../../../src/catalog/scripts/compare/read.ts";

const { reviewed } = example();
const never = new AbortController().signal;
const read = (content: string | Uint8Array<ArrayBuffer>) => readManifest(new File([content], "m.json"), never);
const changed = (edit: (value: Record<string, unknown>) => void) => {
  const value = JSON.parse(reviewed);
  edit(value);
  return JSON.stringify(value);
};

describe("a file as a received manifest", () => {
  test("the text that is published is read, and so is any other white space, order of keys, and a byte order mark", async () => {
    const { manifest } = JSON.parse(JSON.stringify(await read(reviewed)));
    expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual([
      "SKILL.md",
      "assets/day.md",
      "references/berths.md",
      "scripts/arrivals.sh",
    ]);
    const { files, schema, sha256, total_bytes: total } = JSON.parse(reviewed);
    for (const same of [JSON.stringify({ files, total_bytes: total, sha256, schema }), `\uFEFF${reviewed}`])
      expect(await read(same)).toEqual({ manifest });
  });

  test.each([
    ["an empty file", "", "It is not JSON."],
    ["what is not JSON", "{", "It is not JSON."],
    ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), "It is not UTF-8 text."],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00), "It is not UTF-8 text."],
    ["another JSON", "[]", "It is no directory manifest: it is not an object with exactly"],
    ["another schema", changed((value) => (value["schema"] = "other")), "its `schema` is not"],
    ["another digest", changed((value) => (value["sha256"] = "0".repeat(64))), "its `sha256` is not that of the files"],
    ["another total", changed((value) => (value["total_bytes"] = true)), "its `total_bytes` is not the sum"],
    ["a member too many", changed((value) => (value["more"] = 1)), "it is not an object with exactly"],
    ["a changed row", reviewed.replace("assets/day.md", "assets/dax.md"), "its `sha256` is not that of the files"],
  ])("%s is refused, and it says why", async (_, content, reason) => {
    expect(await read(content)).toEqual({ fault: expect.stringContaining(reason) });
  });

  test("a file of 1 MiB is read, and one byte more is not even opened", async () => {
    const padded = reviewed.padEnd(1024 * 1024, " ");
    expect(await read(padded)).toHaveProperty("manifest");
    const file = {
      name: "m.json",
      size: 1024 * 1024 + 1,
      stream: () => {
        throw new Error("it was opened");
      },
    };
    expect(await readManifest(file, never)).toEqual({ fault: expect.stringContaining("more than 1 MiB") });
  });

  test("a file that grows while it is read is given up at the limit", async () => {
    let asked = 0;
    const stream = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (controller) => {
          asked += 1;
          controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
        },
      });
    expect(await readManifest({ name: "m.json", size: 10, stream }, never)).toEqual({
      fault: expect.stringContaining("more than 1 MiB"),
    });
    expect(asked).toBeLessThan(32);
  });

  test("a file that cannot be read is a fault, and a reading that is ended lets go of it", async () => {
    const failing = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (controller) => controller.error(new DOMException("gone", "NotReadableError")),
      });
    expect(await readManifest({ name: "m.json", size: 10, stream: failing }, never)).toEqual({
      fault: "The browser could not read it.",
    });
    const broken = () => {
      throw new TypeError("a bug");
    };
    await expect(readManifest({ name: "m.json", size: 10, stream: broken }, never)).rejects.toThrow("a bug");
    let isCancelled = false;
    const slow = () => new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: () => void (isCancelled = true) });
    const ending = new AbortController();
    const reading = readManifest({ name: "m.json", size: 10, stream: slow }, ending.signal);
    ending.abort();
    expect(await reading).toHaveProperty("fault");
    expect(isCancelled).toBe(true);
  });
});
