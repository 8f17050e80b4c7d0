import { expect, test } from "vitest";
import { compileDocumentSchemas } from "../../src/skill-set/document-schemas.ts";
import { readSetLock, readSetManifest } from "../../src/skill-set/read-documents.ts";
import { encodeSetLock } from "../../src/skill-set/set-lock.ts";
import data from "../fixtures/vectors/set-fixtures.json" with { type: "json" };

interface Fixture {
  readonly kind: string;
  readonly case: string;
  readonly file: string;
  readonly text: string;
  readonly schema: readonly (readonly string[])[];
  readonly rules: string | null;
}

const fixtures: readonly Fixture[] = data.fixtures;
const schemas = compileDocumentSchemas();

test("all 83 documents are here", () => {
  expect(fixtures).toHaveLength(83);
  expect(new Set(fixtures.map((each) => each.case)).size).toBe(83);
});

test.each(fixtures)("the schema breaks as expected, and nothing else does: $case", ({ kind, text, schema }) => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    expect([["unparsable", ""]]).toEqual(schema);
    return;
  }
  const checked = kind === "lock" ? schemas.lock(value) : schemas.manifest(value);
  const found = "valid" in checked ? [] : checked.violations;
  expect(found.map(({ keyword, instancePath }) => [keyword, instancePath])).toEqual(schema);
});

test.each(fixtures)("the reader gives the one verdict: $case", ({ kind, file, text, schema, rules }) => {
  const bytes = Buffer.from(text);
  const read = kind === "lock" ? readSetLock(bytes, file, schemas) : readSetManifest(bytes, file, schemas);
  const faults = "faults" in read ? read.faults : [];
  expect(faults.map(({ faultClass }) => faultClass)).toEqual(rules === null ? [] : [rules]);
  // What is wrong is placed where the schema says, or on the member that is missing from there or too many.
  const [[keyword, pointer = ""] = []] = schema;
  if (keyword !== undefined && keyword !== "unparsable") expect(faults[0]?.pointer.startsWith(pointer)).toBe(true);
  for (const { line, column, message, hint } of faults) {
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(message).toMatch(/\.$/);
    expect(hint).toMatch(/\.$/);
  }
});

test.each(fixtures.filter(({ kind, rules, text }) => kind === "lock" && rules === null && text.includes("\n  ")))(
  "a good lock comes out as it went in: $case",
  ({ file, text }) => {
    const read = readSetLock(Buffer.from(text), file, schemas);
    if ("faults" in read) throw new Error("it was refused");
    const { lock, members } = read;
    expect(encodeSetLock({ name: lock.name, version: lock.setVersion }, members).toString()).toBe(text);
  },
);
