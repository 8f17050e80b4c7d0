import { parseArgs } from "node:util";
import type { Resolve } from "../../src/verify/served/addresses.ts";
import { readBuild } from "../../src/verify/served/build.ts";
import type { Install } from "../../src/verify/served/installs.ts";
import { type Limits, LIMITS } from "../../src/verify/served/limits.ts";
import { openOrigin } from "../../src/verify/served/origin-host.ts";
import type { Verification } from "../../src/verify/served/verification.ts";
import { verifyServed } from "../../src/verify/served/verify.ts";
import { skillpress } from "./command.ts";

/** Rules of a verification that no flag sets. */
export interface Rules {
  readonly limits?: Partial<Limits>;
  /** Where names lead. */
  readonly resolve?: Resolve;
  /** What installs skills, in place of the real client. */
  readonly install?: Install;
}

/** What a verification came to. */
export interface Verified {
  readonly exitCode: number;
  readonly verification: Verification;
}

/** Verifies a folder or an origin in this process, as the command line does. */
export async function verifying(target: string, flags: readonly string[], rules?: Rules): Promise<Verified> {
  if (rules) return under(rules, target, flags);
  const { exitCode, out, err } = await skillpress("/", ["verify", target, ...flags, "--json"]);
  if (!out.startsWith('{\n  "report_version"')) throw new Error(`there is no verification, but: ${out}${err}`);
  return { exitCode, verification: JSON.parse(out) };
}

/** Verifies an origin under other rules than the command line has. */
async function under({ limits, resolve, install }: Rules, target: string, flags: readonly string[]): Promise<Verified> {
  const { values } = parseArgs({ args: [...flags], options: { report: { type: "string" } } });
  const all = { ...LIMITS, ...limits };
  const host = openOrigin(target, all, resolve);
  try {
    const verification = await verifyServed(
      {
        host,
        as: undefined,
        present: undefined,
        pages: undefined,
        build: values.report === undefined ? undefined : readBuild(values.report, values.report),
        previous: new Set(),
      },
      {
        requireBuild: false,
        sameOrigin: false,
        thorough: false,
        allowed: [],
        limits: all,
        install,
        startedAt: new Date(0),
        progress: () => undefined,
      },
    );
    return { exitCode: verification.exit_code, verification };
  } finally {
    host.close();
  }
}
