import { annotation } from "../terminal.ts";
import type { Verification } from "../verify/served/verification.ts";
import { visible } from "../visible.ts";
import type { Io } from "./io.ts";
import { count } from "./summary.ts";

/** Most places that are told of one finding; `--json` has all of them. */
const PLACES_LIMIT = 5;

type Reason = Verification["reasons"][number];

/** A reason, where it was found, and the fault of the host that explains it. */
interface Told {
  readonly place: string;
  readonly reason: Reason;
  readonly diagnosis: Verification["diagnosis"];
}

/** Prints a verification for people: what was found and what to change, the counts, and the verdict as the last line. */
export function showVerification(
  verification: Verification,
  io: Pick<Io, "out" | "err" | "paint" | "environment">,
): void {
  const told = reasonsOf(verification);
  // What is changed in one place is told once, with everything that it would put right.
  for (const group of Map.groupBy(told, keyOf).values()) io.err(`${text(group, io)}\n\n`);
  if (io.environment["GITHUB_ACTIONS"] === "true")
    for (const { reason, place } of told)
      io.err(
        `${annotation({ ...reason, message: place === "" ? reason.message : `${place}: ${reason.message}` }, "")}\n`,
      );
  io.out(verdict(verification, io));
}

function keyOf({ reason: { severity, code, hint }, diagnosis }: Told): string {
  return [severity, code, diagnosis?.code, diagnosis?.hint ?? hint].join("\n");
}

/** Reasons in the order they are told in: of the run, of the skills, of other files. */
function reasonsOf({ reasons, diagnosis, skills, other_files: files }: Verification): Told[] {
  const leaves = [
    ...skills.map(({ name, ...leaf }) => ({ place: name, ...leaf })),
    ...files.map(({ path, ...leaf }) => ({ place: path, ...leaf })),
  ];
  return [
    ...reasons.map((reason) => ({ place: "", reason, diagnosis: explains(reason) ? diagnosis : undefined })),
    ...leaves.flatMap((leaf) =>
      leaf.reasons.map((reason) => ({
        place: leaf.place,
        reason,
        diagnosis: explains(reason) ? leaf.diagnosis : undefined,
      })),
    ),
  ];
}

/** A fault of a host explains what is missing or wrong, not a label beside it. */
function explains({ code }: Reason): boolean {
  return ["missing", "not-the-artifact", "no-real-404", "digest-mismatch", "stale"].includes(code);
}

/** Findings of one kind that one change puts right. */
function text(group: readonly Told[], { paint }: Pick<Io, "paint">): string {
  const [first] = group;
  if (!first) return "";
  const { place, reason, diagnosis } = first;
  const label = paint(reason.severity === "failed" ? "red" : "yellow", reason.severity);
  const where = group.length > 1 ? `${group.length} times` : visible(place);
  const rest = group.length - PLACES_LIMIT;
  return [
    `${label} ${paint("dim", reason.code)}${where === "" ? "" : ` ${paint("bold", where)}`}`,
    ...group.slice(0, PLACES_LIMIT).map((each) => `  ${visible(each.reason.message)}`),
    ...(rest > 0 ? [`  … and ${rest} more, all named by \`--json\``] : []),
    ...(diagnosis ? [`  ${paint("dim", diagnosis.code)} ${visible(diagnosis.message)}`] : []),
    `  ${paint("cyan", "→")} ${visible(diagnosis?.hint ?? reason.hint)}`,
  ].join("\n");
}

function verdict(verification: Verification, { paint }: Pick<Io, "paint">): string {
  const { outcome, exit_code: exitCode, allowed, target, statement } = verification;
  const inside = verification.archive_members_hashed;
  const others = verification.other_files_listed;
  const tried = verification.skills.filter(({ install }) => install !== undefined);
  const installed = tried.filter(({ install }) => install === "verified").length;
  const colour = outcome === "verified" ? "green" : outcome === "failed" ? "red" : "yellow";
  const isAllowed = allowed.some((each) => each === outcome);
  return [
    `Looked at ${visible(target.base)}${target.as === null ? "" : `, as ${visible(target.as)}`}: ${count(verification.skills_listed, "skill")} listed, ${count(inside, "file")} inside archives, ${verification.other_files_hashed} of ${count(others, "other file")} hashed${target.kind === "folder" ? "" : `, ${count(verification.requests, "request")}`}${tried.length === 0 ? "" : `; ${installed} of ${tried.length} installed by the real client`}.`,
    ...(isAllowed
      ? [`The exit code is ${exitCode} because of \`--allow ${outcome}\`; the outcome stays as it is.`]
      : []),
    paint("bold", paint(colour, statement)),
    "",
  ].join("\n");
}
