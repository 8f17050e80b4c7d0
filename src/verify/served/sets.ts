import { snapshotFiles } from "../../publication/layout.ts";
import type { Report } from "../../publication/report.ts";
import { documentFault } from "../../publication/set-documents.ts";
import { setDocuments } from "../sets.ts";
import type { Judge } from "./other-files.ts";
import type { Outcome } from "./outcome.ts";
import { reason, type Reason } from "./reason.ts";

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

/**
 * Sets that cannot be installed, because the host answers for a file of a snapshot that they pin with something else.
 *
 * @param outcomes of every file that was asked for, by path
 */
export function judgePinned(report: Report | undefined, outcomes: ReadonlyMap<string, Outcome>): Reason[] {
  return (report?.sets ?? []).flatMap(({ name: set, versions }) =>
    versions.flatMap(({ version, members }) =>
      members.flatMap(({ skill, snapshot }) => {
        if (snapshot === null) return [];
        const { index, archive, skillMd } = snapshotFiles(skill, snapshot);
        return [index, archive, skillMd]
          .filter((path) => outcomes.get(path) === "failed")
          .map((path) => reason("set-broken", { set, version, path }));
      }),
    ),
  );
}
