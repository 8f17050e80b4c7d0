import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeReport } from "../../src/publication/report.ts";
import { composed } from "../tools/publication.ts";
import { skillMd } from "../tools/skill.ts";

/** Bytes of a report of two skills, one of them with words that look like the layout. */
async function reportBytes(): Promise<Buffer> {
  const { root } = await composed({
    "tides/SKILL.md": skillMd("tides"),
    "moon/SKILL.md":
      '---\nname: moon\ndescription: \'Use when "skills":[ or ],"bundles":[] or, a line ends with ,\'\n---\n',
  });
  return readFileSync(join(root, "agent-skills/-/report.json"));
}

test("a report has one line for each skill between its first and its last", async () => {
  const lines = (await reportBytes()).toString().trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines.map((line) => line.slice(0, 15))).toEqual([
    '{"format":1,"ge',
    '{"name":"moon",',
    '{"name":"tides"',
    '],"bundles":[],',
  ]);
});

test("a report is read line by line as JSON.parse reads it", async () => {
  const bytes = await reportBytes();
  expect(decodeReport(bytes)).toEqual(JSON.parse(bytes.toString()));
});

test.each<[string, (text: string) => string]>([
  ["indented", (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ["on one line", (text) => JSON.stringify(JSON.parse(text))],
  ["with two skills on a line", (text) => text.replace(/,\n(?=\{"name":"tides")/, ",")],
  ["with a skill on two lines", (text) => text.replace('"type":', '"type":\n')],
  ["with the commas at the start of lines", (text) => text.replace(/,\n(?=\{"name")/, "\n,")],
  ["without skills", (text) => text.replace(/\n\{[\s\S]*\}\n\]/, "\n\n]")],
  ["with line ends of Windows", (text) => text.replaceAll("\n", "\r\n")],
  ["with other skills behind these", (text) => text.replace(/\n\],/, '\n],"skills":5,')],
  ["with lines of skills that are not its own", (text) => `{"other":${text.trimEnd()},"skills":[]}\n`],
])("a report %s is read as JSON.parse reads it", async (_, change) => {
  const text = change((await reportBytes()).toString());
  expect(decodeReport(Buffer.from(text))).toEqual(JSON.parse(text));
});

test.each<[string, (text: string) => string]>([
  ["cut short", (text) => text.slice(0, -20)],
  ["without a comma between skills", (text) => text.replace(/,\n(?=\{"name":"tides")/, "\n")],
  ["with a comma after the last skill", (text) => text.replace(/\n\],/, ",\n],")],
  ["with a comma behind its skills", (text) => text.replace(/\n\],[^]*$/, "\n],}\n")],
  ["with an empty line", (text) => text.replace(/,\n(?=\{"name":"tides")/, ",\n\n,")],
  ["that is empty", () => ""],
])("a report %s is no JSON", async (_, change) => {
  const text = change((await reportBytes()).toString());
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(() => decodeReport(Buffer.from(text))).toThrow(SyntaxError);
});
