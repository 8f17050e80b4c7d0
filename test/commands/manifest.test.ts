import { createHash } from "node:crypto";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { createFixture, type FsFixture } from "fs-fixture";
import { skillpress } from "../tools/command.ts";
import { REPOSITORY, runSkillpress, SKILLPRESS } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { hashesOf, materialise, VECTORS, type Vector } from "../tools/vectors.ts";
import { isSkipped, PYTHON } from "../tools/witness.ts";

const CASES = Object.entries(VECTORS.cases);
const accepted = CASES.flatMap(([name, { bundle }]) => ("error" in bundle ? [] : [[name, bundle] as const]));
const refused = CASES.flatMap(([name, { bundle }]) => ("error" in bundle ? [[name, bundle.error] as const] : []));

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const errorOf = (out: string): unknown => {
  expect(out).toMatch(/^\{"schema":"skills-anywhere-bundle-error-1","error":".*"\}\n$/);
  return JSON.parse(out).error;
};

describe("the directories of the test vectors", () => {
  let vectors: FsFixture;
  beforeAll(async () => {
    vectors = await createFixture({ "manifests/.keep": "" });
    for (const [name, vector] of CASES) materialise(vector, vectors.getPath(name));
    for (const [name] of accepted) {
      const { out } = await skillpress(vectors.path, ["manifest", name, "--json"]);
      writeFileSync(vectors.getPath("manifests", `${name}.json`), out);
    }
    return () => vectors.rm();
  });

  test("are 15, of which 10 have a manifest", () => {
    expect([CASES.length, accepted.length, VECTORS.comparisons.length]).toEqual([15, 10, 6]);
  });

  test.each(accepted)("%s: the manifest that is printed is the known one, byte for byte", async (name, known) => {
    const { exitCode, out, err } = await skillpress(vectors.path, ["manifest", name, "--json"]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    const { sha256: digest, total_bytes, files } = known;
    expect(JSON.parse(out)).toEqual({ schema: "skills-anywhere-bundle-1", sha256: digest, total_bytes, files });
    expect(sha256(out)).toBe(known.document_sha256);
    expect(sha256(known.canonical)).toBe(digest);
  });

  test.each(accepted)("%s: text mode says digest and size", async (name, { sha256: digest, files, total_bytes }) => {
    const { exitCode, out, err } = await skillpress(vectors.path, ["manifest", name]);
    const [first, second, last, ...rest] = out.split("\n");
    expect({ exitCode, err, first, second, rest }).toEqual({
      exitCode: 0,
      err: "",
      first: `sha256 ${digest}`,
      second: `${files.length} files, ${total_bytes} bytes`,
      rest: [""],
    });
    expect(last).toMatch(/^The digest covers .*\.$/);
  });

  test.each(refused)("%s: refused, exit code 2 and one line of JSON (%s)", async (name, why) => {
    const { exitCode, out, err } = await skillpress(vectors.path, ["manifest", name, "--json"]);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
    expect(errorOf(out)).toMatch(WORDS.get(why) ?? /^$/);
    const text = await skillpress(vectors.path, ["manifest", name]);
    expect(text).toMatchObject({ exitCode: 2, out: "" });
    expect(text.err).toMatch(/^error ".*"\n$/);
    expect(JSON.parse(text.err.slice("error ".length))).toBe(errorOf(out));
  });

  test.each(VECTORS.comparisons)(
    "$actual against $expected: exit code $exit and the known comparison",
    async ({ expected, actual, exit, result }) => {
      const argv = ["manifest", actual, "--against", `manifests/${expected}.json`];
      const { exitCode, out, err } = await skillpress(vectors.path, [...argv, "--json"]);
      expect({ exitCode, err }).toEqual({ exitCode: exit, err: "" });
      const manifest: unknown = JSON.parse(readFileSync(vectors.getPath("manifests", `${actual}.json`), "utf8"));
      // Text, because the order of members counts.
      expect(out).toBe(`${JSON.stringify({ ...result, manifest }, null, 2)}\n`);

      const text = await skillpress(vectors.path, argv);
      expect({ exitCode: text.exitCode, err: text.err }).toEqual({ exitCode: exit, err: "" });
      const lines = text.out.split("\n").slice(2, -2);
      expect(lines[0]).toMatch(exit === 0 ? /matches/ : /differs/);
      const changes = ["added", "removed", "changed"].flatMap((kind) =>
        [result[kind]].flat().map((path) => `${kind.toUpperCase()} ${JSON.stringify(path)}`),
      );
      expect(lines.slice(1)).toEqual(changes);
    },
  );

  test.skipIf(isSkipped(PYTHON))("Python comes to the same hashes, without anything of ours", async () => {
    const found = await hashesOf(...CASES.map(([name]) => vectors.getPath(name)));
    const known = CASES.map(
      ([
        ,
        {
          bundle,
          skill_set: { computedHash },
        },
      ]: [string, Vector]) => ({
        ...("error" in bundle ? {} : { sha256: bundle.sha256, document_sha256: bundle.document_sha256 }),
        computedHash,
      }),
    );
    expect(found).toHaveLength(15);
    expect(found).toMatchObject(known);
  });
});

/** What is said for each word that the vectors have for a reason. */
const WORDS: ReadonlyMap<string, RegExp> = new Map([
  ["links", /"alias\.md" is a symbolic link/],
  ["no SKILL.md", /there is no (?:SKILL\.md|file)\.$/],
  ["utf8", /SKILL\.md is not UTF-8/],
  ["path", /"a:b\.txt" contains the character `:`/],
]);

/** A folder `tides` with three files, and its manifest beside it. */
async function installed() {
  const fixture = await folder({
    "tides/SKILL.md": skillMd("tides"),
    "tides/scripts/table.sh": "echo 1\n",
    "tides/list.md": "Tides\n",
  });
  const { out } = await skillpress(fixture.path, ["manifest", "tides", "--json"]);
  writeFileSync(fixture.getPath("tides.json"), out);
  return fixture;
}

const AGAINST = ["manifest", "tides", "--against", "tides.json"];

test("an edited script is named, although SKILL.md is as it was", async () => {
  const { path, getPath } = await installed();
  expect((await skillpress(path, AGAINST)).exitCode).toBe(0);
  writeFileSync(getPath("tides/scripts/table.sh"), "echo 2\n");
  const { exitCode, out } = await skillpress(path, AGAINST);
  expect(exitCode).toBe(1);
  expect(out.match(/^(?:ADDED|REMOVED|CHANGED) .*$/gm)).toEqual(['CHANGED "scripts/table.sh"']);
});

test("modes, times, empty folders and the folder's own name make no difference", async () => {
  const { path, getPath } = await installed();
  cpSync(getPath("tides"), getPath("other"), { recursive: true });
  mkdirSync(getPath("other/empty"));
  execFileSync("chmod", ["755", getPath("other/list.md")]);
  expect((await skillpress(path, ["manifest", "other", "--against", "tides.json"])).exitCode).toBe(0);
});

test("--cwd is what the folder and the manifest are relative to", async () => {
  const { path, getPath } = await installed();
  mkdirSync(getPath("here"));
  expect((await skillpress(getPath("here"), [...AGAINST, "--cwd", ".."])).exitCode).toBe(0);
  expect((await skillpress("/", [...AGAINST, "--cwd", path])).exitCode).toBe(0);
  expect((await skillpress(getPath("here"), AGAINST)).exitCode).toBe(2);
});

test.each([
  ["no folder", ["manifest"], "needs the folder"],
  ["two folders", ["manifest", "tides", "tides"], "too many arguments"],
  ["an option that does not exist", ["manifest", "tides", "--strict-mode"], "--strict-mode"],
  ["an option of another command", ["manifest", "tides", "--origin", "https://docs.example.com"], "--origin"],
  ["an option without its value", ["manifest", "tides", "--against"], "--against"],
  ["an empty name of a manifest", ["manifest", "tides", "--against", ""], "empty"],
  ["an empty name of a folder", ["manifest", ""], "empty"],
  ["an empty --cwd", ["manifest", "tides", "--cwd", ""], "empty"],
  ["a value before the command", ["--cwd", "x", "manifest"], "needs the folder"],
])("%s: usage on standard error and nothing on standard output, with --json too", async (_, argv, words) => {
  const { path } = await installed();
  for (const more of [[], ["--json"]]) {
    const { exitCode, out, err } = await skillpress(path, [...argv, ...more]);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).toContain(words);
    expect(err).toContain("skillpress manifest DIR [--against FILE|URL] [--cwd DIR] [--json]");
  }
});

test.each([
  ["no such folder", ["gone"], "does not exist"],
  ["a file", ["tides/list.md"], "not a directory"],
  ["no such manifest", ["tides", "--against", "gone.json"], "does not exist"],
  ["a folder for a manifest", ["tides", "--against", "."], "not a regular file"],
  ["a pipe for a manifest", ["tides", "--against", "pipe"], "not a regular file"],
  ["a device for a manifest", ["tides", "--against", "/dev/zero"], "not a regular file"],
  ["no JSON", ["tides", "--against", "tides/list.md"], "not JSON"],
  ["a manifest in the folder", ["tides", "--against", "tides/own.json"], "lies in it"],
  ["a link to a manifest in the folder", ["tides", "--against", "to-own.json"], "lies in it"],
  [
    "a manifest in the folder by way of a link to the folder",
    ["tides", "--against", "to-tides/own.json"],
    "lies in it",
  ],
  ["the folder by way of a link", ["to-tides", "--against", "tides/own.json"], "lies in it"],
  ["a manifest that is too long by one byte", ["tides", "--against", "long.json"], "more than 1048576 bytes"],
])("%s: exit code 2, and why", async (_, argv, words) => {
  const { path, getPath } = await installed();
  const text = readFileSync(getPath("tides.json"), "utf8");
  writeFileSync(getPath("tides/own.json"), text);
  symlinkSync("tides/own.json", getPath("to-own.json"));
  symlinkSync("tides", getPath("to-tides"));
  execFileSync("mkfifo", [getPath("pipe")]);
  writeFileSync(getPath("long.json"), text.padEnd(1_048_577));
  const { exitCode, out, err } = await skillpress(path, ["manifest", ...argv, "--json"]);
  expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
  expect(errorOf(out)).toContain(words);
});

test("a manifest of exactly 1 MiB is read, a link to one too, and one of many times that size costs nothing", async () => {
  const { path, getPath } = await installed();
  const text = readFileSync(getPath("tides.json"), "utf8");
  writeFileSync(getPath("full.json"), text.padEnd(1_048_576));
  symlinkSync("full.json", getPath("to-full.json"));
  for (const name of ["full.json", "to-full.json"])
    expect((await skillpress(path, ["manifest", "tides", "--against", name])).exitCode).toBe(0);
  truncateSync(getPath("full.json"), 2 ** 40);
  expect((await skillpress(path, ["manifest", "tides", "--against", "full.json"])).exitCode).toBe(2);
});

test("a folder that was named by way of a link is read, once", async () => {
  const { path, getPath } = await installed();
  symlinkSync("tides", getPath("to-tides"));
  symlinkSync("to-tides", getPath("to-link"));
  for (const name of ["to-tides", "to-tides/", "to-link"])
    expect((await skillpress(path, ["manifest", name, "--against", "tides.json"])).exitCode).toBe(0);
});

test("a folder whose name begins like that of the manifest's folder does not hold it", async () => {
  const { path, getPath } = await installed();
  mkdirSync(getPath("tides-manifests"));
  cpSync(getPath("tides.json"), getPath("tides-manifests/tides.json"));
  const { exitCode } = await skillpress(path, ["manifest", "tides", "--against", "tides-manifests/tides.json"]);
  expect(exitCode).toBe(0);
});

test("the manifest is judged first: of two mistakes it is the one that is told", async () => {
  const { path, getPath } = await installed();
  writeFileSync(getPath("broken.json"), "{}");
  const { out } = await skillpress(path, ["manifest", "gone", "--against", "broken.json", "--json"]);
  expect(errorOf(out)).toContain("broken.json");
});

test("what a terminal would obey is escaped in text, and left as it is in JSON", async () => {
  const names = [
    "\u0085next.md",
    "\u009B31mred.md",
    "\u202Edm.exe",
    "zero\u200Bwidth.md",
    "tag\u{E0041}.md",
    'say "hi".md',
  ];
  const { path, getPath } = await installed();
  for (const name of names) writeFileSync(getPath("tides", name), "");
  const { out } = await skillpress(path, AGAINST);
  expect(out).toMatch(/^[\n\x20-\x7E]*$/);
  const told = [...out.matchAll(/^ADDED (.*)$/gm)].map(([, escaped = ""]): unknown => JSON.parse(escaped));
  expect(told).toEqual(names.toSorted());
  const { out: json } = await skillpress(path, ["manifest", "tides", "--json"]);
  for (const name of names) expect(json).toContain(JSON.stringify(name));

  symlinkSync("x", getPath("tides/\u202E\u001B[31m"));
  const { err } = await skillpress(path, ["manifest", "tides"]);
  expect(err).toMatch(/^error "[\x20-\x7E]*"\n$/);
  const { err: named } = await skillpress(path, ["manifest", "\u001B]0;title\u0007\u202E"]);
  expect(named).toMatch(/^error "[\x20-\x7E]*"\n$/);
});

test("an error in GitHub Actions is not followed by annotations or other lines", async () => {
  const { path } = await installed();
  const { out, err } = await skillpress(path, ["manifest", "gone"], { GITHUB_ACTIONS: "true" });
  expect([out, err.split("\n").length]).toEqual(["", 2]);
});

test("no package is loaded, only what is ours and Node's", async () => {
  const { path } = await installed();
  const hook = `import { registerHooks } from "node:module"; registerHooks({ load: (url, context, next) => {
    if (url.includes("/node_modules/")) throw new Error("loads " + url);
    return next(url, context);
  } });`;
  const strict = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, SKILLPRESS];
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...strict, ...AGAINST], { cwd: path });
  expect(stdout).toContain("matches");
  // The hook does see packages.
  await expect(run(process.execPath, [...strict, "check", "tides"], { cwd: path })).rejects.toMatchObject({ code: 70 });
});

test("the program has the same exit codes, with an empty PATH, and its output is complete in a pipe", async () => {
  const { path, getPath } = await installed();
  const env = { PATH: "" };
  for (let number = 0; number < 509; number += 1) writeFileSync(getPath(`tides/${"long".repeat(50)}-${number}`), "x");
  const { exitCode, out } = await runSkillpress([...AGAINST, "--json"], { cwd: path, env });
  expect(exitCode).toBe(1);
  expect(JSON.parse(out).added).toHaveLength(509);
  expect(await runSkillpress(["manifest", "gone"], { cwd: path, env })).toMatchObject({ exitCode: 2, out: "" });
  expect(await runSkillpress(["manifest"], { cwd: path, env })).toMatchObject({ exitCode: 2, out: "" });
  expect(await runSkillpress(["manifest", "tides"], { cwd: path, env })).toMatchObject({ exitCode: 0 });
});

test("the skills of this repository have the manifests that their publication has", async () => {
  const { path, getPath } = await folder({});
  const build = ["build", "--no-catalog", "--source", join(REPOSITORY, "skills"), "--out", "public"];
  expect((await skillpress(path, build)).exitCode).toBe(0);
  const published = join("public", "agent-skills", "publish-agent-skills", "manifest.json");
  const { exitCode, out } = await skillpress(path, [
    "manifest",
    join(REPOSITORY, "skills/publish-agent-skills"),
    "--json",
  ]);
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: readFileSync(getPath(published), "utf8") });
});
