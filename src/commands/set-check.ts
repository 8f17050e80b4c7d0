import { compileDocumentSchemas } from "../skill-set/document-schemas.ts";
import { kindOf, toldFault } from "../sets/documents.ts";
import { findDocuments, type FoundSet } from "../sets/find-documents.ts";
import { type Judged, judgeLock, judgeSet } from "../sets/judge.ts";
import { SetFailure } from "../sets/set-failure.ts";
import { sorted } from "../problem.ts";
import { visible } from "../visible.ts";
import type { SetCommand } from "./set.ts";
import { show, shown } from "./show.ts";
import { count } from "./summary.ts";

/** Judges manifests and locks by the format, and says what no client could do with them. */
export async function setCheck({ operand, io, say }: SetCommand): Promise<object> {
  if (operand === undefined)
    throw new SetFailure("usage", "`set check` needs a manifest, a lock or a folder, or the https address of one");
  const schemas = compileDocumentSchemas();
  const found = await findDocuments(operand, io.invokedFrom, (path) => shown(path, io));
  const judge = ({ manifest, lock }: FoundSet): Judged[] => [
    ...(manifest ? judgeSet(manifest, lock, schemas) : []),
    ...(lock && !manifest ? [judgeLock(lock, schemas)] : []),
  ];
  const documents = found.flatMap(judge);
  for (const { faults, warnings, more, shown: path } of documents) {
    show(sorted([...faults, ...warnings]), io, "");
    if (more > 0) io.err(`${visible(path)}: ${more} more.\n\n`);
  }
  const bad = documents.filter(({ faults }) => faults.length > 0);
  for (const each of documents) if (!bad.includes(each)) say(goodLine(each));
  const checked = documents.map(told);
  const [first] = bad.flatMap(({ faults }) => faults);
  if (first)
    throw new SetFailure(kindOf(first), `${bad.length} of ${count(documents.length, "document")} not good`, {
      data: { checked },
    });
  return { checked };
}

function goodLine({ shown: path, summary, warnings }: Judged): string {
  const remarks = warnings.length === 0 ? "" : `, with ${count(warnings.length, "warning")}`;
  if (!summary) return "";
  const hash = summary.setHash === undefined ? "" : `, set hash ${summary.setHash}`;
  const what = `${summary.name} ${summary.version}, ${count(summary.members, "member")}${hash}`;
  return `Good: ${visible(path)}: ${visible(what)}${remarks}.\n`;
}

function told({ shown: file, kind, summary, faults, warnings, more }: Judged): object {
  return {
    file,
    kind,
    ...summary,
    faults: faults.map(toldFault),
    warnings: warnings.map(({ code, pointer, line, column, message, hint }) => ({
      code,
      pointer,
      line,
      column,
      message,
      hint,
    })),
    more,
  };
}
