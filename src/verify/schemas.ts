import { Ajv2020 } from "ajv/dist/2020.js";
import indexSchema from "../../schemas/discovery-index.schema.json" with { type: "json" };
import reportSchema from "../../schemas/report.schema.json" with { type: "json" };

/** A second reader of what we publish, independent of the code that wrote it. */
export interface Schemas {
  /** What is wrong with an index or a report, one sentence each; empty when it is valid. */
  readonly index: (value: unknown) => string[];
  readonly report: (value: unknown) => string[];
}

/** Compiles the published JSON Schemas. */
export function compileSchemas(): Schemas {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  const check = (schema: object) => {
    const validate = ajv.compile(schema);
    return (value: unknown) => {
      validate(value);
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `\`${instancePath || "/"}\` ${message ?? "is wrong"}`,
      );
    };
  };
  return { index: check(indexSchema), report: check(reportSchema) };
}
