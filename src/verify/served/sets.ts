import type { Report } from "../../publication/report.ts";
import { documentFault } from "../../publication/set-documents.ts";
import { setDocuments } from "../sets.ts";
import type { Judge } from "./other-files.ts";
import { reason } from "./reason.ts";

/** What is wrong with a document of a set: it must say what the report does, and its hashes must be right in themselves. */
export function judgeDocuments(report: Report | undefined): Judge {
  const documents = setDocuments(report?.sets ?? []);
  return async (bytes, _, path) => {
    const document = documents.get(path);
    if (!document || !report) return [];
    const { kind, ...stated } = document;
    const fault = documentFault(bytes, kind, { ...stated, base: report.origin });
    return fault === undefined ? [] : [reason("set-differs", { what: path, reason: fault })];
  };
}
