import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { lineCount } from "../../src/artifact/lines.ts";

test.each(["", "a", "a\n", "a\nb", "\n\n", "a\r\nb\r\n", "日本語\nעברית"])(
  "%j has the lines that sed counts",
  (text) => {
    // sed, unlike wc, counts a last line without a line end.
    const witness = execFileSync("sed", ["-n", "$="], { input: text, encoding: "utf8" }).trim();
    expect(lineCount(Buffer.from(text))).toBe(Number(witness));
  },
);

test.each([
  ["Latin-1", Buffer.from("caf\u00e9\n", "latin1")],
  ["UTF-16", Buffer.from("a\n", "utf16le")],
  ["a NUL", Buffer.from("a\0b\n")],
  ["a PNG", Buffer.from("89504e470d0a1a0a", "hex")],
])("%s is not text", (_, bytes) => {
  expect(lineCount(bytes)).toBeNull();
});
