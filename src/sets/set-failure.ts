/** How a set can fail: the code that tools match on, as the skill-set format's consumer has it, and the exit code. */
export const FAILURES = {
  usage: { code: "ERR_SKILLSET_USAGE", exitCode: 2 },
  unconfirmed: { code: "ERR_SKILLSET_CONFIRM_REQUIRED", exitCode: 2 },
  unlocked: { code: "ERR_SKILLSET_FROZEN_NO_LOCK", exitCode: 2 },
  drift: { code: "ERR_SKILLSET_DRIFT", exitCode: 3 },
  mismatch: { code: "ERR_SKILLSET_RECEIPT_MISMATCH", exitCode: 3 },
  conflict: { code: "ERR_SKILLSET_CONFLICT", exitCode: 4 },
  invalidJson: { code: "ERR_SKILLSET_INVALID_JSON", exitCode: 1 },
  schemaVersion: { code: "ERR_SKILLSET_SCHEMA_VERSION", exitCode: 1 },
  nameMismatch: { code: "ERR_SKILLSET_NAME_MISMATCH", exitCode: 1 },
  duplicateMember: { code: "ERR_SKILLSET_DUPLICATE_MEMBER", exitCode: 1 },
  invalidManifest: { code: "ERR_SKILLSET_INVALID_MANIFEST", exitCode: 1 },
  lockVersion: { code: "ERR_SKILLSET_LOCK_VERSION", exitCode: 1 },
  invalidLock: { code: "ERR_SKILLSET_INVALID_LOCK", exitCode: 1 },
  exists: { code: "ERR_SKILLSET_SET_EXISTS", exitCode: 1 },
  unknown: { code: "ERR_SKILLSET_SET_NOT_FOUND", exitCode: 1 },
  unfetched: { code: "ERR_SKILLSET_FETCH_FAILED", exitCode: 1 },
  uninstalled: { code: "ERR_SKILLSET_INSTALL_FAILED", exitCode: 1 },
  missing: { code: "ERR_SKILLSET_MEMBER_NOT_INSTALLED", exitCode: 1 },
  /** A file of the project is not what it must be, or the project is half done. */
  project: { code: "ERR_SKILLSET_UNEXPECTED", exitCode: 1 },
  /** Something else is where a file should be. */
  occupied: { code: "ERR_SKILLSET_UNEXPECTED", exitCode: 1 },
  machine: { code: "ERR_SKILLSET_UNEXPECTED", exitCode: 2 },
  refused: { code: "ERR_SKILLSET_RESOLVE_FAILED", exitCode: 1 },
} as const;

/** What went wrong, by kind. */
export type FailureKind = keyof typeof FAILURES;

/** What there is to say beside what is wrong. */
interface Particulars {
  readonly details?: readonly string[];
  readonly hint?: string;
  readonly data?: unknown;
}

/** Thrown when a command for sets comes to a bad end that is no bug: one thing to tell, and its exit code. */
export class SetFailure extends Error {
  readonly kind: FailureKind;
  /** What is wrong as a whole, without the details. */
  readonly what: string;
  /** Everything that is wrong, one clause each. */
  readonly details: readonly string[];
  readonly hint: string | undefined;
  /** For `--json`; the shape is that of skill-set draft for each kind. */
  readonly data: unknown;

  constructor(kind: FailureKind, what: string, { details = [], hint, data }: Particulars = {}) {
    super(details.length === 0 ? what : `${what}: ${details.join("; ")}`);
    this.name = "SetFailure";
    this.kind = kind;
    this.what = what;
    this.details = details;
    this.hint = hint ?? (kind === "usage" ? "Run `skillpress set --help`." : undefined);
    this.data = data;
  }
}
