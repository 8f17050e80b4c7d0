import type { Verification } from "../../src/verify/served/verification.ts";
import type { Expected, Leaf, Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import { type Verified, verifying } from "./verifying.ts";

/** Sets a scenario up on a stage, and verifies what is served there. */
export async function played(scenario: Scenario, stage: Stage): Promise<Verified> {
  const { at, site, answer, disk, target, flags, rules } = scenario;
  const files = site ? await site(stage) : await stage.current();
  stage.serve(files, (asked, good) => answer?.(asked, good, stage) ?? good);
  const folder = at === "folder" ? await stage.folder(files) : undefined;
  if (folder !== undefined) disk?.(folder);
  return verifying(target?.(stage) ?? folder ?? stage.origin, (await flags?.(stage)) ?? [], rules?.(stage));
}

/** The same, with codes as they are in JSON: any text. */
type Told<T> = {
  [K in keyof T]: K extends "skills" | "files"
    ? Record<string, Told<Leaf>>
    : K extends "reasons"
      ? string[]
      : K extends "diagnosis"
        ? string | undefined
        : T[K];
};

/** A verification in the words of what is expected of one. */
export function comeTo(verification: Verification): Told<Expected> {
  const { outcome, exit_code: exit, basis, reasons, diagnosis, skills, other_files: files } = verification;
  return {
    outcome,
    exit,
    basis,
    reasons: codesOf(reasons),
    diagnosis: diagnosis?.code,
    skills: leavesOf(skills.map((skill) => [skill.name, skill])),
    files: leavesOf(files.map((file) => [file.path, file])),
  };
}

type Judged = Verification["skills"][number] | Verification["other_files"][number];

/** Leaves with something to say: not simply verified. */
function leavesOf(judged: readonly (readonly [string, Judged])[]): Record<string, Told<Leaf>> {
  return Object.fromEntries(
    judged
      .filter(([, { outcome, reasons }]) => outcome !== "verified" || reasons.length > 0)
      .map(([name, { outcome, reasons, diagnosis }]) => [
        name,
        { outcome, reasons: codesOf(reasons), diagnosis: diagnosis?.code },
      ]),
  );
}

function codesOf(reasons: Verification["reasons"]): string[] {
  return [...new Set(reasons.map(({ code }) => code))].toSorted();
}
