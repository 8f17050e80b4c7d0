import { join } from "node:path";
import { createFixture } from "fs-fixture";
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
  /** Writes a site into a folder of its own, and gives its absolute path. */
  readonly folder: (site: Site) => Promise<string>;
}

/** Path of the archive of `moon`, the only one in the index. */
export const MOON = "agent-skills/moon.tar.gz";

/** Path of the SKILL.md that is the artifact of `tides`. */
export const TIDES = "agent-skills/tides/SKILL.md";

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
    const site = made.get(key) ?? compose(place.getPath(source), base, place.getPath(`composed-${made.size}`));
    made.set(key, site);
    return site;
  };
  return {
    ...host,
    published: "https://docs.example.com",
    current: (base = host.origin) => composed("CURRENT", base),
    previous: (base = host.origin) => composed("PREVIOUS", base),
    folder: async (site) => {
      const root = join(place.path, `folder-${folders++}`);
      writeSite(site, root);
      return root;
    },
    close: async () => {
      await host.close();
      await place.rm();
    },
  };
}

async function compose(source: string, base: string, root: string): Promise<Site> {
  const { report, problems } = await composeVerified(plainRequest(source, base), root);
  if (!report) throw new Error(problems.map(({ message }) => message).join("\n"));
  return siteAt(root);
}

/** The flags that compare with the current build's own output. */
export async function withBuild(stage: Stage): Promise<string[]> {
  return ["--report", await stage.folder(await stage.current())];
}
