import * as Fs from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { manifestOfDirectory } from "../../../src/verify/installed/directory.ts";
import { folder } from "../../tools/skill.ts";

type Step = "lstatSync" | "opendirSync" | "openSync" | "readSync" | "fstatSync";

/** What somebody else does while a directory is read: before which call of which function, the first being 1. */
interface Meanwhile {
  readonly before: readonly [step: Step, call: number];
  readonly act: () => void;
}

const state = vi.hoisted((): { meanwhile: Meanwhile | undefined; calls: Map<string, number> } => ({
  meanwhile: undefined,
  calls: new Map(),
}));

vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  const watched = (step: Step) => {
    const real: (...argv: unknown[]) => unknown = fs[step].bind(fs);
    return (...argv: unknown[]) => {
      const { meanwhile } = state;
      const call = (state.calls.get(step) ?? 0) + 1;
      state.calls.set(step, call);
      if (meanwhile?.before[0] === step && meanwhile.before[1] === call) {
        state.meanwhile = undefined;
        meanwhile.act();
      }
      return real(...argv);
    };
  };
  const steps: Step[] = ["lstatSync", "opendirSync", "openSync", "readSync", "fstatSync"];
  return { ...fs, ...Object.fromEntries(steps.map((step) => [step, watched(step)])) };
});

beforeEach(() => {
  state.meanwhile = undefined;
});

/** Long ago, so that no change can have the same times, whatever the clock of the disk counts in. */
const THEN = new Date("2001-02-03T04:05:06Z");

/** `SKILL.md`, `a.md` and `sub/b.md`, which are listed and read in this order, and a folder beside them. */
async function directory() {
  const { path } = await folder({
    "skill/SKILL.md": "x",
    "skill/a.md": "0123456789",
    "skill/sub/b.md": "b",
    "elsewhere/b.md": "b",
  });
  for (const name of ["SKILL.md", "a.md", "sub/b.md", "sub", ""]) Fs.utimesSync(join(path, "skill", name), THEN, THEN);
  return { root: join(path, "skill"), elsewhere: join(path, "elsewhere") };
}

type Place = Awaited<ReturnType<typeof directory>>;

/** Writes other bytes of the same length, and puts the time of the last change back. */
function overwrite(path: string): void {
  const before = Fs.lstatSync(path, { bigint: true }).ctimeNs;
  // Until the clock of the disk has moved on: it counts in steps of some milliseconds.
  do {
    Fs.writeFileSync(path, "9876543210");
    Fs.utimesSync(path, THEN, THEN);
  } while (Fs.lstatSync(path, { bigint: true }).ctimeNs === before);
}

function replace(path: string): void {
  Fs.writeFileSync(`${path}.new`, Fs.readFileSync(path));
  Fs.utimesSync(`${path}.new`, THEN, THEN);
  Fs.renameSync(`${path}.new`, path);
}

// The order of calls: lstat of the directory, SKILL.md, a.md, sub, sub/b.md (1 to 5), then for each file open, fstat, read
// until the end, fstat, and at last lstat of the five again (6 to 10).
const CHANGES: readonly (readonly [
  what: string,
  before: Meanwhile["before"],
  act: (place: Place) => void,
  named: string,
])[] = [
  ["a listed file is removed", ["lstatSync", 3], ({ root }) => Fs.rmSync(join(root, "a.md")), '"a.md"'],
  [
    "a folder becomes a link before it is listed",
    ["opendirSync", 2],
    ({ root, elsewhere }) => {
      Fs.rmSync(join(root, "sub"), { recursive: true });
      Fs.symlinkSync(elsewhere, join(root, "sub"));
    },
    "",
  ],
  [
    "a folder is removed before it is listed",
    ["opendirSync", 2],
    ({ root }) => Fs.rmSync(join(root, "sub"), { recursive: true }),
    '"sub"',
  ],
  ["a file is removed before it is opened", ["openSync", 2], ({ root }) => Fs.rmSync(join(root, "a.md")), '"a.md"'],
  [
    "a file is replaced by its equal before it is opened",
    ["openSync", 2],
    ({ root }) => replace(join(root, "a.md")),
    '"a.md"',
  ],
  [
    "a file becomes a link to its equal before it is opened",
    ["openSync", 2],
    ({ root }) => {
      Fs.renameSync(join(root, "a.md"), join(root, "..", "a.md"));
      Fs.symlinkSync("../a.md", join(root, "a.md"));
    },
    '"a.md"',
  ],
  [
    "a file becomes a folder before it is opened",
    ["openSync", 2],
    ({ root }) => {
      Fs.rmSync(join(root, "a.md"));
      Fs.mkdirSync(join(root, "a.md"));
    },
    '"a.md"',
  ],
  [
    "a file is written to, same size and time, before it is opened",
    ["openSync", 2],
    ({ root }) => overwrite(join(root, "a.md")),
    '"a.md"',
  ],
  [
    "a file grows while it is read",
    ["readSync", 3],
    ({ root }) => Fs.appendFileSync(join(root, "a.md"), "x"),
    '"a.md"',
  ],
  ["a file shrinks while it is read", ["readSync", 3], ({ root }) => Fs.truncateSync(join(root, "a.md"), 3), '"a.md"'],
  [
    "a file is written to, same size and time, while it is read",
    ["readSync", 4],
    ({ root }) => overwrite(join(root, "a.md")),
    '"a.md"',
  ],
  ["a file is written to after it was read", ["openSync", 3], ({ root }) => overwrite(join(root, "a.md")), '"a.md"'],
  ["a file that was read is replaced by its equal", ["openSync", 3], ({ root }) => replace(join(root, "a.md")), ""],
  ["the mode of a file changes", ["openSync", 3], ({ root }) => Fs.chmodSync(join(root, "a.md"), 0o755), '"a.md"'],
  ["the mode of a folder changes", ["lstatSync", 6], ({ root }) => Fs.chmodSync(join(root, "sub"), 0o700), '"sub"'],
  ["a file is added", ["lstatSync", 6], ({ root }) => Fs.writeFileSync(join(root, "sub", "new.md"), "x"), '"sub"'],
  ["an empty folder is added", ["lstatSync", 6], ({ root }) => Fs.mkdirSync(join(root, "new")), ""],
  [
    "a file is added and removed again",
    ["openSync", 1],
    ({ root }) => {
      Fs.writeFileSync(join(root, "new.md"), "x");
      Fs.rmSync(join(root, "new.md"));
    },
    "",
  ],
  ["a file is removed at the end", ["lstatSync", 8], ({ root }) => Fs.rmSync(join(root, "a.md")), '"a.md"'],
  [
    "the directory is replaced by its equal at the end",
    ["lstatSync", 6],
    ({ root }) => {
      Fs.renameSync(root, `${root}.old`);
      Fs.cpSync(`${root}.old`, root, { recursive: true, preserveTimestamps: true });
    },
    "",
  ],
];

test.each(CHANGES)("%s: the directory is refused", async (_, before, act, named) => {
  const place = await directory();
  state.calls.clear();
  state.meanwhile = { before, act: () => act(place) };
  const made = manifestOfDirectory(place.root);
  expect(state.meanwhile, "what was to happen meanwhile has happened").toBeUndefined();
  expect(made).toEqual({ fault: `${named === "" ? "it" : named} changed during inspection` });
});

test.each([
  ["nothing happens", () => undefined],
  [
    "every file is read",
    ({ root }: Place) => void ["SKILL.md", "a.md"].map((name) => Fs.readFileSync(join(root, name))),
  ],
  ["something outside changes", ({ elsewhere }: Place) => Fs.writeFileSync(join(elsewhere, "c.md"), "x")],
])("%s meanwhile: the directory is accepted", async (_, act) => {
  const place = await directory();
  state.calls.clear();
  state.meanwhile = { before: ["openSync", 2], act: () => act(place) };
  const made = manifestOfDirectory(place.root);
  expect(state.meanwhile).toBeUndefined();
  expect("manifest" in made && made.manifest.files.map(({ path }) => path)).toEqual(["SKILL.md", "a.md", "sub/b.md"]);
});

test.each([
  ["a folder", "opendirSync", '"sub" cannot be read (EACCES)'],
  ["a file", "openSync", '"a.md" cannot be read (EACCES)'],
] as const)("%s that may not be read is named", async (_, step, fault) => {
  const { root } = await directory();
  state.calls.clear();
  // A superuser can read everything, so what nobody may read has to be played.
  const act = () => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "open" });
  };
  state.meanwhile = { before: [step, 2], act };
  expect(manifestOfDirectory(root)).toEqual({ fault });
});
