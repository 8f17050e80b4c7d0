import { asker } from "./asker.ts";
import { join } from "node:path";
import { createFixture } from "fs-fixture";
import type { Request } from "../../src/publication/compose.ts";
import { composeVerified } from "../../src/verify/staged.ts";
import { type Host, openHost } from "./host.ts";
import { plainRequest } from "./request.ts";
import { type Site, siteAt, writeSite } from "./site.ts";
import { skillMd } from "./skill.ts";

/** A host, publications to serve there, and folders. */
export interface Stage extends Host {
  /** Base of the publications that are made for no host of the stage: `https://docs.example.com`. */
  readonly published: string;
  /** The publication of the source as it is now, made for this base. */
  readonly current: (base?: string) => Promise<Site>;
  /** The same skills as they were: another `moon`, another `tides`. */
  readonly previous: (base?: string) => Promise<Site>;
  /** The current publication with the snapshots of the previous one. */
  readonly carried: (base?: string) => Promise<Site>;
  /** The same with the set `sky` in two versions, each of which pins `moon` and `tides` as they are and were. */
  readonly sets: (base?: string) => Promise<Site>;
  /** Writes a site into a folder of its own, and gives its absolute path. */
  readonly folder: (site: Site) => Promise<string>;
}

/** Path of the archive of `moon`, the only one in the index. */
export const MOON = "agent-skills/moon.tar.gz";

/** Path of the SKILL.md that is the artifact of `tides`. */
export const TIDES = "agent-skills/tides/SKILL.md";

/** Folders of the snapshots of the current build, and of those that the previous one had instead. */
export const AT = {
  moon: "agent-skills/-/at/moon/cd768b4f237914301702eb022d84b6e7",
  rain: "agent-skills/-/at/rain/a455c861f83a1b50e13c5303361fe8dc",
  sun: "agent-skills/-/at/sun/2030312b9d5fd7c18631230a74898035",
  tides: "agent-skills/-/at/tides/d30960d41a47afa921ecf50408e35f93",
} as const;
export const EARLIER = {
  moon: "agent-skills/-/at/moon/35600bbc22b8e6ba4a86032cc53add7e",
  tides: "agent-skills/-/at/tides/4ee03f109c5b5b45d3793fd6da4a7722",
} as const;

/** A single-file skill, one with text and a script, and a bundle of two. */
const CURRENT = {
  "moon/SKILL.md": skillMd("moon"),
  "moon/notes.md": "# Notes\n\nNew moon.\n",
  "moon/scripts/run": "#!/bin/sh\necho moon\n",
  "sky/skills/rain/SKILL.md": skillMd("rain"),
  "sky/skills/sun/SKILL.md": skillMd("sun"),
  "tides/SKILL.md": skillMd("tides"),
};

const PREVIOUS = {
  ...CURRENT,
  "moon/notes.md": "# Notes\n\nOld moon.\n",
  "tides/SKILL.md": skillMd("tides", { body: "# Steps\n\nAs it was.\n" }),
};

/** Opens a stage; whoever does closes it. */
export async function openStage(): Promise<Stage> {
  const place = await createFixture({ CURRENT, PREVIOUS });
  const host = await openHost();
  const made = new Map<string, Promise<Site>>();
  let folders = 0;
  const composed = (source: "CURRENT" | "PREVIOUS", base: string) => {
    const key = `${source} ${base}`;
    const site =
      made.get(key) ?? compose(plainRequest(place.getPath(source), base), place.getPath(`composed-${made.size}`));
    made.set(key, site);
    return site;
  };
  const folder = async (site: Site) => {
    const root = join(place.path, `folder-${folders++}`);
    writeSite(site, root);
    return root;
  };
  return {
    ...host,
    published: "https://docs.example.com",
    current: (base = host.origin) => composed("CURRENT", base),
    previous: (base = host.origin) => composed("PREVIOUS", base),
    carried: async (base = host.origin) => {
      const previous = await folder(await composed("PREVIOUS", base));
      const request = { ...plainRequest(place.getPath("CURRENT"), base), previous };
      return compose(request, join(place.path, `folder-${folders++}`));
    },
    sets: async (base = host.origin) => {
      const earlier = { ...plainRequest(place.getPath("PREVIOUS"), base), sets: sky("1.0.0") };
      const previous = await folder(await compose(earlier, join(place.path, `folder-${folders++}`)));
      const request = { ...plainRequest(place.getPath("CURRENT"), base), previous, sets: sky("1.1.0") };
      return compose(request, join(place.path, `folder-${folders++}`));
    },
    folder,
    close: async () => {
      await host.close();
      await place.rm();
    },
  };
}

const sky = (version: string) => [{ name: "sky", version, members: ["moon", "tides"] }];

async function compose(request: Request, root: string): Promise<Site> {
  const { report, problems } = await composeVerified(request, root, asker);
  if (!report) throw new Error(problems.map(({ message }) => message).join("\n"));
  return siteAt(root);
}

/** The flags that compare with the current build's own output. */
export async function withBuild(stage: Stage): Promise<string[]> {
  return ["--report", await stage.folder(await stage.current())];
}
