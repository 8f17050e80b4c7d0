import { writeFileSync } from "node:fs";
import { z } from "zod";
import { Options } from "../src/options.ts";
import { Report } from "../src/publication/report.ts";
import { Results } from "../src/publication/results.ts";
import { Verification } from "../src/verify/served/verification.ts";

/** The JSON Schemas that are made from the shapes in code, by file name below `schemas/`. */
export const generated: Readonly<Record<string, () => string>> = {
  "config.schema.json": () => encode(z.toJSONSchema(Options, { reused: "ref" })),
  "report.schema.json": () => encode(z.toJSONSchema(Report, { reused: "ref" })),
  "results.schema.json": () => encode(z.toJSONSchema(Results, { reused: "ref" })),
  "verification.schema.json": () => encode(z.toJSONSchema(Verification, { reused: "ref" })),
};

function encode(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(generated))
    writeFileSync(new URL(`../schemas/${name}`, import.meta.url), make());
}
