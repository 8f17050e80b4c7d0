import { sha256 } from "../../artifact/digest.ts";
import { isOwnPath, layout } from "../../publication/layout.ts";
import { decodeReport, type Report } from "../../publication/report.ts";
import { encodeSums, parseSums, type Sums } from "../../publication/sums.ts";
import { GENERATOR } from "../../version.ts";
import { parseJson } from "../json.ts";
import { compileSchemas } from "../schemas.ts";
import type { Answer, Host } from "./host.ts";
import { isPage, judgeAnswer } from "./judgement.ts";
import type { Limits } from "./limits.ts";
import { outcomeOf, reason, type Reason } from "./reason.ts";

/** What a publication of skillpress says about itself where it is served. */
export interface OwnFiles {
  readonly report: Report | undefined;
  readonly sums: Sums;
  readonly reasons: readonly Reason[];
}

/**
 * Fetches the report and the sums that are served with a publication. Somebody else's publication has neither, which is
 * worth a warning; one without the other is a failure.
 *
 * @param isOurs true when it is known to be made by skillpress
 */
export async function fetchOwnFiles(host: Host, limits: Limits, isOurs: boolean): Promise<OwnFiles> {
  const fetch = (path: string) => host.get(`${host.base}/${path}`, { what: path, limit: limits.fileBytes });
  const report = await fetch(layout.report);
  const sums = await fetch(layout.sums);
  if (!isOurs && isAbsent(report) && isAbsent(sums))
    return { report: undefined, sums: new Map(), reasons: [reason("no-report", { what: layout.report })] };
  const read = readReport(report);
  const parsed = readSums(sums);
  return { report: read.report, sums: parsed.sums, reasons: [...read.reasons, ...parsed.reasons] };
}

/** True for a file that is not there: a definite answer, or a page in its place. */
function isAbsent(answer: Answer): boolean {
  const reasons = judgeAnswer(answer, "");
  return reasons.some(({ code }) => code === "missing") || isPage(answer);
}

function readReport(answer: Answer): { report: Report | undefined; reasons: readonly Reason[] } {
  const reasons = judgeAnswer(answer, layout.report);
  if (outcomeOf(reasons) !== "verified" || !answer.bytes) return { report: undefined, reasons };
  if (isPage(answer))
    return { report: undefined, reasons: [reason("not-the-artifact", { what: layout.report, found: "a web page" })] };
  const { value, problems } = parseJson<Report>(answer.bytes, layout.report, {
    validate: compileSchemas().report,
    parse: decodeReport,
  });
  if (value) return { report: value, reasons };
  const [first] = problems;
  const why = first?.code === "index-not-json" ? "it is not JSON" : (first?.message ?? "").replace(/\.$/, "");
  const generator = /"generator":\s*"(skillpress [^"]{1,40})"/.exec(answer.bytes.toString("utf8", 0, 4096))?.[1];
  const isOther = generator !== undefined && generator !== GENERATOR;
  return {
    report: undefined,
    reasons: [
      isOther ? reason("other-version", { generator, reason: why }) : reason("report-differs", { reason: why }),
    ],
  };
}

function readSums(answer: Answer): { sums: Sums; reasons: readonly Reason[] } {
  const what = layout.sums;
  const reasons = judgeAnswer(answer, what);
  const none = (...found: Reason[]) => ({ sums: new Map<string, string>(), reasons: [...reasons, ...found] });
  if (outcomeOf(reasons) !== "verified" || !answer.bytes) return none();
  if (isPage(answer)) return none(reason("not-the-artifact", { what, found: "a web page" }));
  const sums = parseSums(answer.bytes.toString());
  if (!sums || sums.size === 0)
    return none(reason("sums-damaged", { what, reason: "a line is not a digest and a path" }));
  const foreign = [...sums.keys()].find(
    (path) => !isOwnPath(path) || path.split("/").some((segment) => segment === ".." || segment === "."),
  );
  if (foreign !== undefined)
    return none(reason("sums-damaged", { what, reason: `it names \`${foreign}\`, which is not ours` }));
  // Exactly as it is written: nothing in it may change unseen.
  if (sha256(encodeSums(sums)) !== sha256(answer.bytes))
    return none(reason("sums-damaged", { what, reason: "it is not in the order and form that a build writes" }));
  return { sums, reasons };
}
