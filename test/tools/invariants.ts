import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Verification } from "../../src/verify/served/verification.ts";
import { REPOSITORY } from "./program.ts";

/** A judge of verifications, whatever was verified. */
export interface Judge {
  /** What is wrong with a verification, one sentence each: its shape, its counts, its verdict. */
  readonly broken: (verification: Verification) => string[];
}

/** From the worst to the best, with the exit code of each. Written down here, not taken from the code. */
const EXIT_CODES: ReadonlyMap<string, number> = new Map([
  ["failed", 7],
  ["incomplete", 8],
  ["unverifiable", 9],
  ["verified", 0],
]);

/** Compiles the schema that is shipped, as a consumer of it would. */
export function openJudge(): Judge {
  const schema: object = JSON.parse(readFileSync(join(REPOSITORY, "schemas", "verification.schema.json"), "utf8"));
  const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  const shape = (verification: Verification) => {
    validate(verification);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
  };
  return { broken: (verification) => [...shape(verification), ...brokenPromises(verification)] };
}

function brokenPromises(verification: Verification): string[] {
  const { outcome, allowed, skills, reasons, other_files: others } = verification;
  const count = (state: string) => skills.filter((skill) => skill.outcome === state).length;
  const severities = [...skills, ...others, { reasons }].flatMap((each) =>
    each.reasons.map(({ severity }) => severity),
  );
  const leaves = [...skills, ...others].map((each) => each.outcome);
  const states = new Set<string>([...severities, ...leaves]);
  const worst = [...EXIT_CODES.keys()].find((state) => states.has(state)) ?? "verified";
  const isVerified = outcome === "verified";
  const hashed = skills.filter(({ actual_digest: digest }) => digest !== null);
  const promises: readonly (readonly [holds: boolean, promise: string])[] = [
    [outcome === worst, `the outcome is the worst of its reasons: ${worst}`],
    [
      verification.exit_code === (allowed.some((each) => each === outcome) ? 0 : EXIT_CODES.get(outcome)),
      "the exit code follows from outcome and allowed",
    ],
    [!isVerified || verification.files_hashed === verification.artifacts_listed, "verified: every artifact was hashed"],
    [!isVerified || verification.artifacts_listed >= 1, "verified: there was an artifact"],
    [!isVerified || verification.bytes_hashed > 0, "verified: there were bytes"],
    [!isVerified || skills.every((skill) => skill.outcome === "verified"), "verified: every skill is"],
    [
      !isVerified ||
        skills.every((skill) => skill.actual_digest === skill.expected_digest && skill.actual_digest !== null),
      "verified: every digest is the expected one",
    ],
    [!isVerified || verification.basis === "index" || verification.build !== null, "a build was compared with"],
    [verification.skills_verified === count("verified"), "skills_verified is a count"],
    [verification.skills_failed === count("failed"), "skills_failed is a count"],
    [verification.skills_incomplete === count("incomplete"), "skills_incomplete is a count"],
    [verification.skills_unverifiable === count("unverifiable"), "skills_unverifiable is a count"],
    [verification.files_hashed === hashed.length, "files_hashed counts the digests"],
    [verification.files_hashed <= verification.artifacts_fetched, "what was hashed was fetched"],
    [verification.artifacts_fetched <= verification.artifacts_listed, "what was fetched was listed"],
    [verification.bytes_hashed === hashed.reduce((sum, { size }) => sum + (size ?? 0), 0), "bytes_hashed is a sum"],
    [
      verification.archive_members_hashed === skills.reduce((sum, { members = [] }) => sum + members.length, 0),
      "archive_members_hashed is a sum",
    ],
    [others.length <= verification.other_files_listed + verification.skills_listed + 1, "other files were listed"],
    [
      [...skills, ...others].every(
        (leaf) => leaf.outcome === "verified" || leaf.reasons.some(({ severity }) => severity !== "warning"),
      ),
      "nothing is unverified without a reason",
    ],
    [
      [...skills, ...others].every(
        (leaf) => leaf.outcome !== "verified" || leaf.reasons.every(({ severity }) => severity === "warning"),
      ),
      "nothing is verified against a reason",
    ],
    [!("ok" in verification), "there is no bare ok"],
    [
      severities.length === 0 || [...skills, ...others, { reasons }].every((each) => each.reasons.every(isWhole)),
      "every reason says what to do",
    ],
  ];
  return promises.filter(([holds]) => !holds).map(([, promise]) => `broken: ${promise}`);
}

function isWhole({ code, message, hint }: { code: string; message: string; hint: string }): boolean {
  return [code, message, hint].every((text) => text !== "" && !/\{\w+\}|undefined/.test(text));
}
