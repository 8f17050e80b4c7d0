import { isLocked, setNames } from "../sets/project-sets.ts";
import { SetFailure } from "../sets/set-failure.ts";
import { aggregate, type SetVerdict, verifySet } from "../sets/verify.ts";
import { refuseHalfDone } from "../sets/workspace.ts";
import { visible } from "../visible.ts";
import type { SetCommand } from "./set.ts";
import { count } from "./summary.ts";

/** Verifies one set, or every set of the project. In CI a set without a lock is refused as soon as one has a lock, or had. */
export function setVerify({ operand, flags, io, say }: SetCommand): object {
  refuseHalfDone(io.project);
  const all = setNames(io.project);
  const isCi = !["", "0", "false", undefined].includes(io.environment["CI"]);
  const frozen = flags.frozen ?? (isCi && all.some((name) => isLocked(io.project, name)));
  const names = operand === undefined ? all : [operand];
  const verdicts = names.map((name) => verifySet(io.project, name, frozen));
  for (const verdict of verdicts) say(textOf(verdict));
  if (verdicts.length === 0) say("There are no sets in this project.\n");
  const [only] = verdicts;
  if (operand !== undefined && only) {
    if (only.result instanceof SetFailure) throw only.result;
    return only.result;
  }
  const failure = aggregate(verdicts);
  if (failure) throw failure;
  return { sets: verdicts.map(({ result }) => result) };
}

function textOf({ name, result }: SetVerdict): string {
  if (result instanceof SetFailure) return `✗ ${visible(name)}\n`;
  const line =
    result.mode === "lock"
      ? `✓ ${name}: ${count(result.checked, "member")} as locked\n`
      : `? ${name}: ${count(result.present.length, "member")} there, and NOT VERIFIED: the set has no lock\n`;
  const unhashed = "unhashed" in result ? (result.unhashed ?? []) : [];
  return line + unhashed.map((path) => `    ${visible(path)} is covered by no hash\n`).join("");
}
