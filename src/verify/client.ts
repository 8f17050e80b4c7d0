import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isSystemError } from "../source/system-error.ts";
import { CLIENT_VERSION } from "../version.ts";

const NPX = "npx";

/** The `skills` client, and how it is run. */
export interface Client {
  /** Words for people: which one it is. */
  readonly what: string;
  readonly program: string;
  readonly argv: readonly string[];
}

/** How a client ended. */
export interface Ended {
  /** Null when it was ended for its time, or could not be started. */
  readonly exitCode: number | null;
  /** The end of what it said, without colours; or why it did not end by itself. */
  readonly said: string;
}

/**
 * The client of a project when it has exactly the version that is supported, else the one that npx fetches.
 *
 * @param project absolute path of its folder
 */
export function findClient(project: string): Client {
  const own = clientIn(project);
  return own === undefined
    ? { what: `\`npx -y skills@${CLIENT_VERSION}\``, program: NPX, argv: ["-y", `skills@${CLIENT_VERSION}`] }
    : { what: `the \`skills\` client ${CLIENT_VERSION} of this project`, program: process.execPath, argv: [own] };
}

function clientIn(project: string): string | undefined {
  try {
    const path = createRequire(join(project, "package.json")).resolve("skills/package.json");
    const { version, bin }: { version?: unknown; bin?: { skills?: unknown } } = JSON.parse(readFileSync(path, "utf8"));
    return version === CLIENT_VERSION && typeof bin?.skills === "string" ? join(dirname(path), bin.skills) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error)) return undefined;
    if (error instanceof Error && "code" in error && /^(?:MODULE_NOT_FOUND|ERR_)/.test(String(error.code)))
      return undefined;
    throw error;
  }
}

/** What of the environment a client gets: how to reach programs and the network, nothing about agents or telemetry. */
const PASSED =
  /^(?:PATHEXT|SystemRoot|ComSpec|TE?MP|TMPDIR|(?:https?|all|no)_proxy|NODE_USE_ENV_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|npm_config_(?:registry|cache|userconfig|cafile|https?_proxy))$/i;

/** Most characters kept of what a client says. */
const KEPT = 16 * 1024;

/** Where a client runs. */
export interface Machine {
  /** Absolute path of an empty folder. */
  readonly home: string;
  /** Absolute path of the folder it works in. */
  readonly project: string;
  /** What is passed on of it, see `PASSED`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Most time in milliseconds, after which the client is ended with all it started. */
  readonly timeout: number;
  /** Ends it before its time. */
  readonly stop?: AbortSignal;
}

/**
 * Runs a client to its end, without a terminal, as somebody who never used it.
 *
 * @param argv what follows `skills`
 */
export function runClient(
  { program, argv: own }: Client,
  argv: readonly string[],
  { home, project, environment, timeout, stop }: Machine,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...own, ...argv], {
      cwd: project,
      env: { ...(program === NPX ? npxSettings() : {}), ...environmentOf(environment, home) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a group of its own, so that what npx starts can be ended with it
    });
    let said = "";
    let ended: string | undefined;
    const hear = (text: string) => void (said = (said + text).slice(-KEPT));
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    const endFor = (why: string) => {
      ended = why;
      end(child);
      // What escaped from the group may keep them open, and is not waited for.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(() => endFor(`it was ended after ${timeout / 1000} seconds`), timeout);
    const interrupted = () => endFor("it was interrupted");
    stop?.addEventListener("abort", interrupted, { once: true });
    const settled = () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", interrupted);
    };
    child.once("error", (error) => {
      settled();
      if (isSystemError(error)) resolve({ exitCode: null, said: `${program} could not be started (${error.code})` });
      else reject(error);
    });
    child.once("close", (exitCode) => {
      settled();
      if (ended !== undefined) resolve({ exitCode: null, said: ended });
      else resolve({ exitCode, said: stripVTControlCharacters(said) });
    });
  });
}

/** npx finds its registry, and what it fetched before, where the user has them. */
function npxSettings(): Record<string, string> {
  return { npm_config_userconfig: join(homedir(), ".npmrc"), npm_config_cache: join(homedir(), ".npm") };
}

function environmentOf(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED.test(name))),
    // The client needs a Node as new as this one.
    PATH: [dirname(process.execPath), environment["PATH"] ?? ""].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    NO_COLOR: "1",
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
  };
}

function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    child.kill("SIGKILL"); // there are no groups
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ESRCH") throw error;
  }
}
