import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import {
  type Check,
  encodeResults,
  recorded,
  type Result,
  Results,
  standingOf,
} from "../../src/publication/results.ts";
import { resultText } from "../../src/publication/result-text.ts";
import { REPOSITORY } from "../tools/program.ts";

const THESE = `sha256:${"1".repeat(64)}`;
const OTHERS = `sha256:${"2".repeat(64)}`;
const ORIGIN = "https://docs.example.com";
const PUBLISHED = { digest: THESE, origin: ORIGIN };

const result = (changed: Partial<Result> = {}): Result => ({
  skill: "tides",
  digest: THESE,
  check: "digest",
  outcome: "pass",
  when: "2026-01-31T09:30:00.000Z",
  where: ORIGIN,
  by: "skillpress 0.1.0",
  ...changed,
});
const standing = (results: readonly Result[], check: Check = "digest") => standingOf(results, check, PUBLISHED);

test("the latest result for these bytes here counts, in whatever order they were recorded", () => {
  const early = result({ when: "2026-01-31T09:30:00Z" });
  const late = result({ when: "2026-01-31T09:30:00.500Z", outcome: "fail" }); // as text it is the smaller one
  for (const results of [
    [early, late],
    [late, early],
  ])
    expect(standing(results)).toEqual({ result: late, about: "this" });
});

test("of two results of one moment the one recorded last counts", () => {
  const last = result({ outcome: "fail" });
  expect(standing([result(), last])?.result).toBe(last);
});

test("neither other bytes, nor another place, nor another check outweigh what was run here", () => {
  const here = result({ when: "2020-01-01T00:00:00Z" });
  const others = [
    result({ digest: OTHERS, outcome: "fail" }),
    result({ where: "https://preview.example.net", outcome: "fail" }),
    result({ check: "install", outcome: "fail" }),
  ];
  expect(standing([here, ...others])).toEqual({ result: here, about: "this" });
});

test("what was run elsewhere, or with other bytes only, is told as that", () => {
  expect(standing([])).toBeUndefined();
  expect(standing([result()], "listing")).toBeUndefined();
  expect(standing([result({ digest: OTHERS })])?.about).toBe("other-bytes");
  expect(standing([result({ where: "dist" })])?.about).toBe("elsewhere");
  expect(standing([result({ where: `${ORIGIN}/base` })])?.about).toBe("elsewhere");
  expect(standing([result({ where: `${ORIGIN}/` })])?.about).toBe("this");
  const { where: _, ...seen } = result({ check: "activation" });
  expect(standing([seen], "activation")?.about).toBe("this");
});

test.each([
  ["nothing", undefined, "**Not run.**"],
  [
    "a pass",
    result({ basis: "build" }),
    "**Passed**: 2026-01-31 09:30 UTC, `skillpress verify` at `https://docs.example.com`, compared with the build, skillpress 0.1.0.",
  ],
  [
    "a failure with a note",
    result({ check: "install", outcome: "fail", note: "Not installed: `a`." }),
    "**Failed**: 2026-01-31 09:30 UTC, the `skills` client at `https://docs.example.com`, skillpress 0.1.0. Note: Not installed\\: \\`a\\`.",
  ],
  [
    "other bytes",
    result({ digest: OTHERS }),
    "**Not run for these bytes.** Other bytes: passed, 2026-01-31 09:30 UTC, `skillpress verify` at `https://docs.example.com`, skillpress 0.1.0.",
  ],
  [
    "a folder, whose path is nobody's business",
    result({ where: "/home/mara/site" }),
    "**Not run here.** These bytes elsewhere: passed, 2026-01-31 09:30 UTC, `skillpress verify` in a folder, skillpress 0.1.0.",
  ],
])("the words for %s", (_, each, text) => {
  expect(resultText(each && standingOf([each], each.check, PUBLISHED))).toBe(text);
});

test("the shipped schema and the reader agree about what a file of results is", () => {
  const schema = JSON.parse(readFileSync(join(REPOSITORY, "schemas/results.schema.json"), "utf8"));
  const validate = new Ajv2020({ validateFormats: false }).compile(schema);
  const file = (each: object) => ({ format: 1, results: [each] });
  const made = recorded({ ...result(), basis: "build", note: "x" });
  const good = [file(made), file(result()), { format: 1, results: [] }, JSON.parse(encodeResults([made]).toString())];
  const bad = [
    { format: 2, results: [] },
    { results: [] },
    [made],
    { ...file(made), more: 1 },
    file({ ...made, more: 1 }),
    file({ ...made, skill: "../tides" }),
    file({ ...made, digest: "sha256:ABC" }),
    file({ ...made, check: "look" }),
    file({ ...made, outcome: "verified" }),
    file({ ...made, when: "yesterday" }),
    file({ ...made, when: "2026-02-30T00:00:00Z" }),
    file({ ...made, when: "2026-01-31T09:30:00+01:00" }),
    file({ ...made, note: "x".repeat(1001) }),
    file({ ...made, note: "" }),
  ];
  expect(good.map((each) => [validate(each), Results.safeParse(each).success])).toEqual(good.map(() => [true, true]));
  expect(bad.map((each) => [validate(each), Results.safeParse(each).success])).toEqual(bad.map(() => [false, false]));
});

test("a place and a note that are too long are cut, so that what is recorded can be read again", () => {
  const { by: _, ...long } = result({ where: `${ORIGIN}/${"a".repeat(4000)}`, note: "x".repeat(4000) });
  const cut = recorded(long);
  expect(Results.safeParse({ format: 1, results: [cut] }).error).toBeUndefined();
  expect([cut.where?.at(-1), cut.note?.at(-1)]).toEqual(["…", "…"]);
});
