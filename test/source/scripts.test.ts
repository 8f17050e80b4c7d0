import { expect, test } from "vitest";
import type { Files } from "../../src/skill.ts";
import { checkScripts, hasShebang } from "../../src/source/scripts.ts";

const script = (text: string) => ({ bytes: Buffer.from(text), executable: true });
const FILES: Files = new Map([
  ["SKILL.md", { bytes: Buffer.from(""), executable: false }],
  ["scripts/go.py", script("#!/usr/bin/env python3\n")],
  ["scripts/run", script("echo hi\n")],
  ["scripts/run.sh", script("#!/bin/sh\n")],
  ["scripts/tool.mjs", script("#!/usr/bin/env -S node --no-warnings\n")],
  ["scripts/data.txt", { bytes: Buffer.from("x"), executable: false }],
]);
const check = (text: string) =>
  checkScripts(FILES, text, "tides").map(({ line, hint }) => `${line} ${/`(.*)`/.exec(hint)?.[1]}`);

test.each([
  ["a line of its own", "scripts/run", "1 bash scripts/run"],
  ["arguments", "scripts/run --all x", "1 bash scripts/run"],
  ["a leading ./", "./scripts/run", "1 bash scripts/run"],
  ["a prompt", "$ ./scripts/run", "1 bash scripts/run"],
  ["an indented line", "   scripts/run", "1 bash scripts/run"],
  ["a later line", "# Steps\n\n```sh\nscripts/run\n```\n", "4 bash scripts/run"],
  ["a code span with ./", "Call `./scripts/run` first.", "1 bash scripts/run"],
  ["a code span with arguments", "Call `scripts/run --all` first.", "1 bash scripts/run"],
  ["CRLF line ends", "x\r\nscripts/run\r\ny\r\n", "2 bash scripts/run"],
  ["a shell script", "scripts/run.sh", "1 sh scripts/run.sh"],
  ["a shell script in a code span", "Call `./scripts/run.sh`.", "1 sh scripts/run.sh"],
  ["a Python script", "./scripts/go.py", "1 python3 scripts/go.py"],
  ["a Node script", "./scripts/tool.mjs", "1 node scripts/tool.mjs"],
])("a script that is run bare gets the line that works: %s", (_, text, advice) => {
  expect(check(text)).toEqual([advice]);
});

test.each([
  ["bash in front", "bash scripts/run"],
  ["bash in front in a code span", "Call `bash scripts/run --all`."],
  ["python in front", "python3 scripts/go.py"],
  ["the path alone in a code span", "The file `scripts/run` does the work."],
  ["a longer path", "scripts/run.js"],
  ["a file that is no script", "scripts/data.txt"],
  ["a link", "[run](scripts/run)"],
  ["chmod", "chmod +x scripts/run"],
])("what is not run bare is left alone: %s", (_, text) => {
  expect(check(text)).toEqual([]);
});

test("the problem carries the line as written", () => {
  expect(checkScripts(FILES, "x\n  $ scripts/run -a\n", "tides")).toMatchObject([
    { code: "bare-script", severity: "warning", path: "tides/SKILL.md", line: 2, quote: "$ scripts/run -a" },
  ]);
});

test.each([
  ["#!/bin/sh\n", true],
  ["#!", true],
  ["#", false],
  ["", false],
  [" #!/bin/sh", false],
  ["\uFEFF#!/bin/sh", false],
])("%j names its interpreter: %s", (text, expected) => {
  expect(hasShebang(Buffer.from(text))).toBe(expected);
});
