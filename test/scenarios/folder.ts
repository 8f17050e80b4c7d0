import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { failed, incomplete, type Scenario } from "../tools/scenario.ts";
import { changed, flipped, foreign, offeredMd, put, resummed, without } from "../tools/site.ts";
import { MOON, TIDES, withBuild } from "../tools/stage.ts";
import { INDEX, REPORT, SUMS } from "../tools/tamper.ts";

const LLMS = "agent-skills/llms.txt";

/** What lies beside the artifact of `tides`. */
const TIDES_GONE = {
  [`agent-skills/tides/${INDEX}`]: failed("missing"),
  "agent-skills/tides/manifest.json": failed("missing"),
};

export const scenarios: readonly Scenario[] = [
  ...["agent-skills", ".well-known"].map((linked): Scenario => ({
    title: `a folder of somebody else's with a link in place of ${linked}`,
    rows: ["folder"],
    at: "folder",
    site: ({ origin }) => foreign(origin, [offeredMd("tides", { path: "agent-skills/tides.md" })]),
    disk: (folder) => {
      renameSync(join(folder, linked), join(folder, "real"));
      symlinkSync("real", join(folder, linked));
    },
    expected:
      linked === ".well-known"
        ? { outcome: "failed", exit: 7, reasons: ["missing"] }
        : { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("missing") } },
  })),
  ...[`agent-skills/${"a".repeat(5000)}.md`, "agent-skills/tides.md/x"].map((path): Scenario => ({
    title: `a folder whose index names what cannot be a file, ${path.slice(0, 30)}`,
    rows: ["folder"],
    at: "folder",
    site: ({ origin }) =>
      foreign(origin, [
        offeredMd("tides", { path: "agent-skills/tides.md" }),
        offeredMd("moon", { entry: { url: `${origin}/${path}` } }),
      ]),
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { moon: failed("missing") } },
  })),
  {
    title: "a folder with a report that is larger than we read",
    rows: ["folder", "over our limit: size"],
    at: "folder",
    disk: (folder) => truncateSync(join(folder, REPORT), 5 * 1024 ** 3),
    expected: {
      outcome: "incomplete",
      exit: 8,
      reasons: ["read-limit"],
      files: { [REPORT]: incomplete("read-limit") },
    },
  },
  {
    title: "the folder of a build",
    rows: ["folder", "sums in a folder"],
    at: "folder",
    expected: { outcome: "verified", exit: 0, basis: "index" },
    shows: ({ target, index, files_hashed, other_files_hashed }) => {
      expect(target.kind).toBe("folder");
      expect(index.status).toBeNull();
      expect({ files_hashed, other_files_hashed }).toEqual({ files_hashed: 4, other_files_hashed: 28 });
    },
  },
  {
    title: "the folder of a build, compared with itself",
    rows: ["folder", "match, with the build"],
    at: "folder",
    flags: withBuild,
    expected: { outcome: "verified", exit: 0, basis: "build" },
  },
  {
    title: "the folder of a build for another origin",
    rows: ["folder", "preview deployment"],
    at: "folder",
    site: ({ current, published }) => current(published),
    flags: ({ published }) => ["--as", published],
    expected: { outcome: "verified", exit: 0 },
    shows: ({ target }, { published }) => expect(target.as).toBe(published),
  },
  {
    title: "a folder with other people's files beside ours",
    rows: ["folder"],
    at: "folder",
    site: async ({ current }) => put(put(await current(), "index.html", "x"), ".well-known/security.txt", "x"),
    expected: { outcome: "verified", exit: 0 },
  },
  {
    title: "a folder with one byte of an archive changed",
    rows: ["folder", "mismatch"],
    at: "folder",
    site: async ({ current }) => changed(await current(), MOON, flipped),
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("digest-mismatch") } },
  },
  {
    title: "a folder with one byte of another file changed",
    rows: ["folder", "sums in a folder"],
    at: "folder",
    site: async ({ current }) => changed(await current(), LLMS, flipped),
    expected: { outcome: "failed", exit: 7, files: { [LLMS]: failed("digest-mismatch") } },
  },
  {
    title: "a folder without an artifact",
    rows: ["folder", "artifact missing"],
    at: "folder",
    site: async ({ current }) => without(await current(), TIDES),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("missing") } },
  },
  {
    title: "a folder without another file",
    rows: ["folder", "sums in a folder"],
    at: "folder",
    site: async ({ current }) => without(await current(), LLMS),
    expected: { outcome: "failed", exit: 7, files: { [LLMS]: failed("missing") } },
  },
  ...[
    "agent-skills/index.html",
    "agent-skills/tides/index.html",
    "agent-skills/-/files.txt",
    "agent-skills/-/search/x.js",
    "agent-skills/new.md",
    "agent-skills/-/.hidden",
    ".well-known/agent-skills/index.json.orig",
  ].map((path): Scenario => ({
    title: `a folder with a file that nobody lists: ${path}`,
    rows: ["folder", "sums in a folder"],
    at: "folder",
    site: async ({ current }) => put(await current(), path, "x"),
    expected: { outcome: "failed", exit: 7, reasons: ["unlisted-file"] },
  })),
  {
    title: "a folder with pages that nothing lists",
    rows: ["folder", "sums in a folder"],
    at: "folder",
    site: async ({ current }) =>
      ["", "moon/", "rain/", "sky/", "sun/", "tides/"].reduce(
        (site, page) => put(site, `agent-skills/${page}index.html`, "<!doctype html>"),
        await current(),
      ),
    expected: { outcome: "verified", exit: 0, reasons: ["unlisted-pages"] },
  },
  {
    title: "a folder without an index",
    rows: ["folder", "index missing"],
    at: "folder",
    site: async ({ current }) => without(await current(), INDEX),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"] },
  },
  {
    title: "an empty folder",
    rows: ["folder", "index missing"],
    at: "folder",
    site: () => new Map([["README.md", Buffer.from("x")]]),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"] },
  },
  {
    title: "a folder with a folder in place of the index",
    rows: ["folder", "index missing"],
    at: "folder",
    disk: (folder) => {
      rmSync(join(folder, INDEX));
      mkdirSync(join(folder, INDEX));
    },
    expected: { outcome: "failed", exit: 7, reasons: ["missing"] },
  },
  {
    title: "a folder with an index that is not JSON",
    rows: ["folder", "index is not JSON"],
    at: "folder",
    site: async ({ current }) => put(await current(), INDEX, "{"),
    expected: { outcome: "failed", exit: 7, reasons: ["index-not-json"] },
  },
  {
    title: "a folder without sums",
    rows: ["folder", "sums in a folder"],
    at: "folder",
    site: async ({ current }) => without(await current(), SUMS),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"] },
  },
  {
    title: "a folder with a link in place of an artifact",
    rows: ["folder", "artifact missing"],
    at: "folder",
    disk: (folder) => {
      renameSync(join(folder, TIDES), join(folder, "elsewhere.md"));
      symlinkSync("../../elsewhere.md", join(folder, TIDES));
    },
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("missing") } },
  },
  {
    title: "a folder with a link in place of a folder of ours",
    rows: ["folder", "artifact missing"],
    at: "folder",
    disk: (folder) => {
      renameSync(join(folder, "agent-skills/tides"), join(folder, "elsewhere"));
      symlinkSync("../elsewhere", join(folder, "agent-skills/tides"));
    },
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["unlisted-file"],
      skills: { tides: failed("missing") },
      files: TIDES_GONE,
    },
  },
  ...["agent-skills", ".well-known"].map((name): Scenario => ({
    title: `a folder where ${name} is a link`,
    rows: ["folder", "sums in a folder"],
    at: "folder",
    disk: (folder) => {
      renameSync(join(folder, name), join(folder, "elsewhere"));
      symlinkSync("elsewhere", join(folder, name));
    },
    expected: {
      outcome: "failed",
      exit: 7,
      ...(name === ".well-known"
        ? { reasons: ["missing"] }
        : {
            reasons: ["no-report"],
            skills: Object.fromEntries(["moon", "rain", "sun", "tides"].map((each) => [each, failed("missing")])),
          }),
    },
  })),
  {
    title: "a folder with a file in place of a folder of ours",
    rows: ["folder", "artifact missing"],
    at: "folder",
    disk: (folder) => {
      rmSync(join(folder, "agent-skills/tides"), { recursive: true });
      writeFileSync(join(folder, "agent-skills/tides"), "x");
    },
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["unlisted-file"],
      skills: { tides: failed("missing") },
      files: TIDES_GONE,
    },
  },
  ...["agent-skills/llms.txt?", "agent-skills/llms.txt#", `agent-skills/${"long".repeat(100)}`].map(
    (path): Scenario => ({
      title: `a folder whose sums name a file that is not there: ${path}`,
      rows: ["folder", "sums in a folder"],
      at: "folder",
      site: async ({ current }) => {
        const site = await current();
        const listed = resummed(put(site, path, site.get("agent-skills/llms.txt") ?? ""));
        return without(listed, path);
      },
      expected: { outcome: "failed", exit: 7, reasons: ["sums-damaged"], files: { [path]: failed("missing") } },
    }),
  ),
  {
    title: "a folder whose index names an address that is no file name",
    rows: ["folder", "artifact missing"],
    at: "folder",
    site: () =>
      foreign("https://docs.example.com", [
        offeredMd("moon"),
        offeredMd("tides", { entry: { url: `https://docs.example.com/skills/${"long".repeat(100)}.md` } }),
      ]),
    flags: () => ["--as", "https://docs.example.com"],
    expected: { outcome: "failed", exit: 7, reasons: ["no-report"], skills: { tides: failed("missing") } },
  },
  {
    title: "a folder whose index names addresses elsewhere",
    rows: ["folder"],
    at: "folder",
    site: () =>
      foreign("https://docs.example.com", [
        offeredMd("moon"),
        offeredMd("tides", { entry: { url: "https://other.example.com/skills/tides.md" } }),
      ]),
    flags: () => ["--as", "https://docs.example.com"],
    expected: {
      outcome: "incomplete",
      exit: 8,
      reasons: ["no-report"],
      skills: { tides: incomplete("outside-folder") },
    },
  },
];
