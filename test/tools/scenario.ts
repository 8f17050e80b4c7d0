import type { DiagnosisCode } from "../../src/verify/served/diagnosis.ts";
import type { Outcome } from "../../src/verify/served/outcome.ts";
import type { ReasonCode } from "../../src/verify/served/reason.ts";
import type { Verification } from "../../src/verify/served/verification.ts";
import type { Answer, Asked, Reply } from "./host.ts";
import type { Row } from "./rows.ts";
import type { Site } from "./site.ts";
import type { Stage } from "./stage.ts";
import type { Rules } from "./verifying.ts";

/** One way that what is served can be, and what a verification of it has to say. */
export interface Scenario {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Where the files lie: served at an origin, unless they are a folder. */
  readonly at?: "origin" | "folder";
  /** What is there: the publication of the current build, unless told otherwise. */
  readonly site?: (stage: Stage) => Site | Promise<Site>;
  /** How the host answers: well, unless told otherwise. */
  readonly answer?: (asked: Asked, good: Answer, stage: Stage) => Reply | Promise<Reply>;
  /** What is done to the folder once it is written. */
  readonly disk?: (folder: string) => void;
  /** What is verified, when it is not the host's origin or the folder. */
  readonly target?: (stage: Stage) => string;
  /** Further flags of the command line. */
  readonly flags?: (stage: Stage) => readonly string[] | Promise<readonly string[]>;
  /** Rules of a verification that no flag sets. */
  readonly rules?: (stage: Stage) => Rules;
  readonly expected: Expected;
  /** Further things that the verification has to say. */
  readonly shows?: (verification: Verification, stage: Stage) => void;
}

/** What a verification has to come to. All that is not named here is verified, and without a reason. */
export interface Expected {
  readonly outcome: Outcome;
  readonly exit: number;
  readonly basis?: Verification["basis"];
  /** Of the whole run. */
  readonly reasons?: readonly ReasonCode[];
  readonly diagnosis?: DiagnosisCode | undefined;
  readonly skills?: Readonly<Record<string, Leaf>>;
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, Leaf>>;
}

/** What a skill or a file has to come to. */
export interface Leaf {
  readonly outcome: Outcome;
  readonly reasons: readonly ReasonCode[];
  readonly diagnosis?: DiagnosisCode | undefined;
}

/** A leaf that failed for these reasons. */
export function failed(...reasons: readonly ReasonCode[]): Leaf {
  return { outcome: "failed", reasons };
}

/** A leaf that there was no definite answer for. */
export function incomplete(...reasons: readonly ReasonCode[]): Leaf {
  return { outcome: "incomplete", reasons };
}

/** A leaf that has nothing to check. */
export function unverifiable(...reasons: readonly ReasonCode[]): Leaf {
  return { outcome: "unverifiable", reasons };
}

/** A verified leaf with warnings. */
export function warned(...reasons: readonly ReasonCode[]): Leaf {
  return { outcome: "verified", reasons };
}
