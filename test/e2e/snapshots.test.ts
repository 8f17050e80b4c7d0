import { join } from "node:path";
import { cpSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { add } from "../tools/client.ts";
import { SKILLPRESS, succeed } from "../tools/program.ts";
import { serveFolder } from "../tools/server.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

/** Two publications in a row on one host, and the files of the skills as they were before and are now. */
async function publications(artifactUrls: string) {
  const { path } = await folder({
    skills: {
      "moon/SKILL.md": skillMd("moon"),
      "moon/scripts/run": "#!/bin/sh\necho old\n",
      "tides/SKILL.md": skillMd("tides"),
    },
    "skillpress.config.json": JSON.stringify({ artifactUrls }),
  });
  const server = await serveFolder(join(path, "public"));
  onTestFinished(() => server.close());
  const build = (...flags: readonly string[]) =>
    succeed(
      process.execPath,
      [SKILLPRESS, "build", "--no-catalog", "--origin", server.origin, "--out", "public", ...flags],
      { cwd: path, env: { HOME: path } },
    );
  await build();
  cpSync(join(path, "skills"), join(path, "before"), { recursive: true });
  const addresses = (name: string) =>
    Object.keys(digestsOf(join(path, "public/agent-skills/-/at", name)))
      .filter((file) => file.endsWith("index.json"))
      .map((file) => `${server.origin}/agent-skills/-/at/${name}/${file.split("/")[0]}`);
  const old = { moon: addresses("moon")[0] ?? "", tides: addresses("tides")[0] ?? "" };
  writeFileSync(join(path, "skills/moon/scripts/run"), "#!/bin/sh\necho new\n");
  writeFileSync(join(path, "skills/tides/SKILL.md"), skillMd("tides", { body: "Other.\n" }));
  // The one that is served is the one before.
  await build("--previous", server.origin);
  return { server, old, addresses, before: digestsOf(join(path, "before")), now: digestsOf(join(path, "skills")) };
}

const filesOf = (files: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(files).filter(([file]) => file.startsWith(`${name}/`)));

test.each(["stable", "snapshot"])(
  "the `skills` client installs old snapshots from their addresses, and the current version from its page; indexes name %s addresses",
  async (artifactUrls) => {
    const { server, old, addresses, before, now } = await publications(artifactUrls);
    for (const name of ["moon", "tides"] as const) {
      expect(addresses(name)).toHaveLength(2);
      const earlier = await add(old[name]);
      expect(earlier.project, earlier.said).toEqual(filesOf(before, name));
      for (const address of addresses(name).filter((each) => each !== old[name]))
        expect((await add(address)).project).toEqual(filesOf(now, name));
      const current = await add(`${server.origin}/agent-skills/${name}`);
      expect(current.project, current.said).toEqual(filesOf(now, name));
    }
    const everything = await add(`${server.origin}/agent-skills`, "--skill", "*", "-g");
    expect(everything.personal, everything.said).toEqual(now);
  },
);
