import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { runSkillpress } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

const ORIGIN = ["--origin", "https://docs.example.com"];
const project = () =>
  folder({
    "skills/tides/SKILL.md": skillMd("tides"),
    "skills/moon/SKILL.md": skillMd("moon"),
    "skills/moon/a.md": "A\n",
  });

/** Builds without pages, which is the mode that merges into a folder. */
const publish = (path: string, ...more: string[]) =>
  skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", "public", ...more]);

test.each([
  ["the folder you stand in", "."],
  ["a folder above it", ".."],
  ["the root", "/"],
  ["the home folder", homedir()],
  ["a folder above the home folder", join(homedir(), "..")],
  ["the source", "skills"],
  ["a folder in the source", "skills/tides/out"],
])("%s is refused as output, and nothing is written", async (_, out) => {
  const { path } = await project();
  const before = digestsOf(path);
  for (const mode of [["--no-catalog"], ["--force"], ["--no-catalog", "--force"]]) {
    const { exitCode, err } = await skillpress(path, ["build", ...ORIGIN, "--out", out, ...mode]);
    expect(exitCode, err).toBe(2);
    expect(err).toContain("unsafe-output");
  }
  expect(digestsOf(path)).toEqual(before);
});

test("a folder above the source is refused as output", async () => {
  const { path, getPath } = await folder({ "a/b/skills/tides/SKILL.md": skillMd("tides"), "here/x": "" });
  const { exitCode, err } = await skillpress(getPath("here"), [
    "build",
    "--no-catalog",
    "--source",
    "../a/b/skills",
    "--out",
    "../a",
  ]);
  expect([exitCode, err.includes("it is, or holds, the source")]).toEqual([2, true]);
  expect(Object.keys(digestsOf(path))).toEqual(["a/b/skills/tides/SKILL.md", "here/x"]);
});

test("an output reached through a link is judged by where it leads", async () => {
  const { path, getPath } = await project();
  symlinkSync("skills", getPath("public"));
  expect((await publish(path)).exitCode).toBe(2);
  expect(Object.keys(digestsOf(getPath("skills")))).toEqual(["moon/SKILL.md", "moon/a.md", "tides/SKILL.md"]);
});

test("a file in place of the output is refused", async () => {
  const { path, getPath } = await project();
  writeFileSync(getPath("public"), "mine");
  const { exitCode, err } = await publish(path);
  expect([exitCode, err.includes("it is not a folder")]).toEqual([2, true]);
  expect(readFileSync(getPath("public"), "utf8")).toBe("mine");
});

test("a site keeps all of its own files, and only our folders appear in it", async () => {
  const { path, getPath } = await project();
  const site = {
    "404.html": "gone",
    "index.html": "home",
    ".well-known/security.txt": "mail",
    "agent-skills/about.html": "about",
  };
  for (const [name, text] of Object.entries(site)) {
    mkdirSync(join(getPath("public"), name, ".."), { recursive: true });
    writeFileSync(getPath(`public/${name}`), text);
  }
  symlinkSync("../404.html", getPath("public/agent-skills/link.html"));
  expect((await publish(path)).exitCode).toBe(0);
  expect((await publish(path)).exitCode).toBe(0);
  for (const [name, text] of Object.entries(site)) expect(readFileSync(getPath(`public/${name}`), "utf8")).toBe(text);
  expect(readFileSync(getPath("public/agent-skills/link.html"), "utf8")).toBe("gone");
  const ours = Object.keys(digestsOf(getPath("public"))).filter(
    (name) => !(name in site) && !name.endsWith("link.html"),
  );
  expect(ours.filter((name) => !/^(?:agent-skills|\.well-known\/agent-skills)\//.test(name))).toEqual([]);
  execFileSync("sha256sum", ["--check", "--strict", "--quiet", "agent-skills/-/SHA256SUMS"], {
    cwd: getPath("public"),
  });
});

test("a skill that is gone from the source is gone from the site after the next build", async () => {
  const { path, getPath } = await project();
  await publish(path);
  rmSync(getPath("skills/moon"), { recursive: true });
  expect((await publish(path)).exitCode).toBe(0);
  expect(existsSync(getPath("public/agent-skills/moon.tar.gz"))).toBe(false);
  expect(existsSync(getPath("public/agent-skills/moon"))).toBe(false);
  expect(existsSync(getPath("public/agent-skills/tides/SKILL.md"))).toBe(true);
});

test("a file at one of our paths that we did not write stops the build, unless it is told to replace it", async () => {
  const { path, getPath } = await project();
  mkdirSync(getPath("public/agent-skills/tides"), { recursive: true });
  writeFileSync(getPath("public/agent-skills/tides/SKILL.md"), "mine");
  const before = digestsOf(getPath("public"));
  const { exitCode, err } = await publish(path);
  expect([exitCode, err.includes("foreign-file"), err.includes("agent-skills/tides/SKILL.md")]).toEqual([
    2,
    true,
    true,
  ]);
  expect(digestsOf(getPath("public"))).toEqual(before);
  expect((await publish(path, "--force")).exitCode).toBe(0);
  expect(readFileSync(getPath("public/agent-skills/tides/SKILL.md"), "utf8")).toContain("name: tides");
});

test("a file of ours that somebody changed is not overwritten in silence", async () => {
  const { path, getPath } = await project();
  await publish(path);
  writeFileSync(getPath("public/agent-skills/tides/SKILL.md"), "changed");
  expect((await publish(path)).exitCode).toBe(2);
  expect(readFileSync(getPath("public/agent-skills/tides/SKILL.md"), "utf8")).toBe("changed");

  // The skill is gone from the source: the changed file is kept, and said to be.
  rmSync(getPath("skills/tides"), { recursive: true });
  const { exitCode, err } = await publish(path);
  expect([exitCode, err.includes("kept-file")]).toEqual([0, true]);
  expect(readFileSync(getPath("public/agent-skills/tides/SKILL.md"), "utf8")).toBe("changed");
});

test.each([["agent-skills"], [".well-known"], [".well-known/agent-skills"]])(
  "a link in place of our folder %s is refused, because it leads elsewhere",
  async (name) => {
    const { path, getPath } = await project();
    mkdirSync(getPath("elsewhere"));
    mkdirSync(join(getPath("public"), name, ".."), { recursive: true });
    symlinkSync(getPath("elsewhere"), getPath(`public/${name}`));
    const { exitCode, err } = await publish(path);
    expect([exitCode, err.includes("it is a link or a file, not a folder")]).toEqual([2, true]);
    expect(Object.keys(digestsOf(getPath("elsewhere")))).toEqual([]);
  },
);

test("invalid skills are all named with path and line, and the old output stays as it was", async () => {
  const { path, getPath } = await project();
  await publish(path);
  const before = digestsOf(getPath("public"));
  writeFileSync(getPath("skills/tides/SKILL.md"), "---\nname: Tide Clock\ndescription: x\n---\n");
  writeFileSync(getPath("skills/moon/SKILL.md"), "---\nname: moon\ndescription: Plan trips: flights first\n---\n");
  const { exitCode, err } = await publish(path);
  expect(exitCode).toBe(1);
  expect(err).toContain("error invalid-name skills/tides/SKILL.md:2:7");
  expect(err).toContain("error invalid-yaml skills/moon/SKILL.md:3:24");
  expect(err).toContain("Nothing was published. 2 errors.");
  expect(digestsOf(getPath("public"))).toEqual(before);
  expect(existsSync(getPath(".public.skillpress"))).toBe(false);
});

test("another build of the same output is refused while the first holds it, and a dead one is no obstacle", async () => {
  const { path, getPath } = await project();
  mkdirSync(getPath(".public.skillpress"));
  writeFileSync(getPath(".public.skillpress/pid"), String(process.ppid));
  const { exitCode, err } = await publish(path);
  expect([exitCode, err.includes("build-running")]).toEqual([2, true]);
  const { pid } = JSON.parse(
    execFileSync(process.execPath, ["-p", "JSON.stringify({ pid: process.pid })"], { encoding: "utf8" }),
  );
  writeFileSync(getPath(".public.skillpress/pid"), String(pid));
  expect((await publish(path)).exitCode).toBe(0);
  expect(existsSync(getPath(".public.skillpress"))).toBe(false);
});

test("an output that cannot be made is a matter of the machine: exit 2, with the reason", async () => {
  const { path } = await project();
  for (const [out, code] of [
    ["/proc/skillpress", "output-failed"],
    ["/dev/null/x", "unsafe-output"],
  ] as const) {
    const { exitCode, err } = await skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", out]);
    expect([exitCode, err.includes(code)], out).toEqual([2, true]);
  }
});

test("a folder with files that no build wrote is not replaced by a build with pages", async () => {
  const { path, getPath } = await project();
  mkdirSync(getPath("site"));
  writeFileSync(getPath("site/CNAME"), "docs.example.com");
  const { exitCode, err } = await skillpress(path, ["build", ...ORIGIN, "--out", "site"]);
  expect([exitCode, err.includes("foreign-output"), err.includes("CNAME")]).toEqual([2, true, true]);
  expect(Object.keys(digestsOf(getPath("site")))).toEqual(["CNAME"]);
});

test("a build with pages replaces its own output, and refuses it once it holds a file more", async () => {
  const { path, getPath } = await project();
  const whole = () => skillpress(path, ["build", ...ORIGIN, "--out", "site"]);
  expect((await whole()).exitCode).toBe(0);
  const first = digestsOf(getPath("site"));
  expect((await whole()).exitCode).toBe(0);
  expect(digestsOf(getPath("site"))).toEqual(first);
  writeFileSync(getPath("site/CNAME"), "docs.example.com");
  expect((await whole()).exitCode).toBe(2);
  expect(existsSync(getPath("site/CNAME"))).toBe(true);
});

test("a full disk stops the build with the old output intact", async ({ skip }) => {
  const { path, getPath } = await project();
  mkdirSync(getPath("disk"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", getPath("disk")], { stdio: "pipe" });
  } catch {
    skip("mounting a small file system needs root");
  }
  try {
    const build = (...more: string[]) =>
      skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", "disk/public", ...more]);
    expect((await build()).exitCode).toBe(0);
    const before = digestsOf(getPath("disk/public"));
    writeFileSync(getPath("skills/moon/noise"), execFileSync("head", ["-c", "300000", "/dev/urandom"]));
    for (const bundle of [[], ["--bundle", "all"]]) {
      const { exitCode, err } = await build(...bundle);
      expect([exitCode, err.includes("ENOSPC")]).toEqual([2, true]);
    }
    expect(digestsOf(getPath("disk/public"))).toEqual(before);
  } finally {
    execFileSync("umount", [getPath("disk")]);
  }
});

test("pages are made beside an output on another disk, and nothing is left where the build was started", async ({
  skip,
}) => {
  const { path, getPath } = await project();
  mkdirSync(getPath("disk"));
  mkdirSync(getPath("here"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "tmpfs", getPath("disk")], { stdio: "pipe" });
  } catch {
    skip("mounting a file system needs root");
  }
  try {
    const argv = ["build", ...ORIGIN, "--source", getPath("skills"), "--out", join(path, "disk/public")];
    const { exitCode, said } = await runSkillpress(argv, { cwd: getPath("here") });
    expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
    expect(existsSync(getPath("disk/public/agent-skills/tides/index.html"))).toBe(true);
    expect(readdirSync(getPath("here"))).toEqual([]);
  } finally {
    execFileSync("umount", [getPath("disk")]);
  }
});

test("a Pagefind that dies stops the build with the old output intact", async () => {
  const { path, getPath } = await project();
  const argv = ["build", ...ORIGIN, "--out", "site"];
  expect((await runSkillpress(argv, { cwd: path })).exitCode).toBe(0);
  const before = digestsOf(getPath("site"));
  writeFileSync(getPath("dies"), "#!/bin/sh\nread -r _ <&0 & sleep 1\n", { mode: 0o755 });
  const { exitCode, said } = await runSkillpress(argv, {
    cwd: path,
    env: { PAGEFIND_EXTENDED_BINARY_PATH: getPath("dies") },
  });
  expect({ exitCode, said }).toMatchObject({ exitCode: 2 });
  expect(said).toContain("ended before its work was done");
  expect(digestsOf(getPath("site"))).toEqual(before);
  expect(existsSync(getPath(".site.skillpress"))).toBe(false);
});

test("a Pagefind that does not start is told as a problem, without a stack", async () => {
  const { path, getPath } = await project();
  const env = { PAGEFIND_EXTENDED_BINARY_PATH: getPath("nowhere") };
  const { exitCode, said } = await runSkillpress(["build", ...ORIGIN, "--out", "site"], { cwd: path, env });
  expect(exitCode).toBe(2);
  expect(said).toMatch(/^error search-failed\n.*: spawn \S+nowhere ENOENT\.\n.*install it again/);
  expect(said).not.toContain("    at ");
});

test.each(["a%20b", "a#b", "a?b", ...(sep === "/" ? ["a\\b"] : [])])(
  "pages are not made below %s, where Astro loses their styles or itself",
  async (name) => {
    const { path, getPath } = await project();
    const { exitCode, err } = await skillpress(path, ["build", ...ORIGIN, "--out", `${name}/site`]);
    expect([exitCode, err.includes("unsafe-output")]).toEqual([2, true]);
    expect(existsSync(getPath(name, "site"))).toBe(false);
    expect((await skillpress(path, ["build", "--no-catalog", ...ORIGIN, "--out", `${name}/site`])).exitCode).toBe(0);
  },
);

test("a journal that no build wrote moves nothing", async () => {
  for (const journal of ['["../../payload"]', "", "{}"]) {
    const { path, getPath } = await project();
    mkdirSync(getPath(".public.skillpress/next/payload"), { recursive: true });
    writeFileSync(getPath(".public.skillpress/swap.json"), journal);
    const { exitCode, err } = await publish(path);
    expect([exitCode, err.includes("no build wrote this journal")]).toEqual([2, true]);
  }
});

test("a link in place of the workspace is refused", async () => {
  const { path, getPath } = await project();
  mkdirSync(getPath("elsewhere"));
  symlinkSync("elsewhere", getPath(".public.skillpress"));
  expect((await publish(path)).exitCode).toBe(2);
  expect(Object.keys(digestsOf(getPath("elsewhere")))).toEqual([]);
});

test("an output with pages is not half replaced by a build without pages", async () => {
  const { path, getPath } = await project();
  await skillpress(path, ["build", ...ORIGIN, "--out", "public"]);
  const before = digestsOf(getPath("public"));
  const { exitCode, err } = await publish(path);
  expect([exitCode, err.includes("output-has-pages")]).toEqual([2, true]);
  expect(digestsOf(getPath("public"))).toEqual(before);
});

test("what a forced build replaces is moved aside, never deleted", async () => {
  const { path, getPath } = await project();
  mkdirSync(getPath("site"));
  writeFileSync(getPath("site/mine.txt"), "mine");
  const { exitCode, err } = await skillpress(path, ["build", ...ORIGIN, "--out", "site", "--force"]);
  expect([exitCode, err.includes("replaced-kept")]).toEqual([0, true]);
  expect(readFileSync(getPath("site.replaced/mine.txt"), "utf8")).toBe("mine");
  expect(existsSync(getPath("site/mine.txt"))).toBe(false);
});

test.each([["site/.git/config"], ["site/app/.git/config"]])(
  "a folder with a repository (%s) is not replaced even by force",
  async (file) => {
    const { path, getPath } = await project();
    mkdirSync(join(getPath(file), ".."), { recursive: true });
    writeFileSync(getPath(file), "x");
    const { exitCode, err } = await skillpress(path, ["build", ...ORIGIN, "--out", "site", "--force"]);
    expect([exitCode, err.includes("it holds a repository")]).toEqual([2, true]);
    expect(Object.keys(digestsOf(getPath("site")))).toEqual([file.slice("site/".length)]);
  },
);

test("what somebody adds after a killed swap is kept by the run that finishes it", async () => {
  const { path, getPath } = await project();
  await publish(path);
  // As after a kill between the two renames of the first folder.
  mkdirSync(getPath(".public.skillpress/previous"), { recursive: true });
  cpSync(getPath("public"), getPath(".public.skillpress/next"), { recursive: true });
  renameSync(getPath("public/agent-skills"), getPath(".public.skillpress/previous/agent-skills"));
  writeFileSync(getPath(".public.skillpress/swap.json"), '["agent-skills",".well-known/agent-skills"]');
  mkdirSync(getPath("public/agent-skills"));
  writeFileSync(getPath("public/agent-skills/mine.txt"), "mine");
  writeFileSync(getPath("public/.well-known/agent-skills/mine.txt"), "mine too");
  expect((await publish(path)).exitCode).toBe(0);
  expect(readFileSync(getPath("public/agent-skills.replaced/mine.txt"), "utf8")).toBe("mine");
  expect(readFileSync(getPath("public/.well-known/agent-skills/mine.txt"), "utf8")).toBe("mine too");
  expect((await skillpress(path, ["check", "public"])).exitCode).toBe(0);
});
