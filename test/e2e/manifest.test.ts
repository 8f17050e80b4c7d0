import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { beforeAll, describe, expect, test } from "vitest";
import { addTo } from "../tools/client.ts";
import { REPOSITORY, runSkillpress } from "../tools/program.ts";
import { publish, type Published } from "../tools/published.ts";
import { hashesOf } from "../tools/vectors.ts";
import { isSkipped, PYTHON } from "../tools/witness.ts";

const SKILL = "publish-agent-skills";
const SCRIPT = "scripts/check-deployed.sh";

describe("a skill of this repository, published, and installed with the real client", () => {
  let site: Published;
  let machine: FsFixture;
  let project: string;
  const installed = join(".claude", "skills", SKILL);
  beforeAll(async () => {
    machine = await createFixture({ "home/.keep": "", "project/.keep": "" });
    project = machine.getPath("project");
    site = await publish(join(REPOSITORY, "skills"), ["--no-catalog"]);
    const { exitCode, said } = await addTo({ project, home: machine.getPath("home") }, [
      `${site.origin}/agent-skills/${SKILL}`,
    ]);
    expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
    return async () => {
      await site.close();
      await machine.rm();
    };
  });

  const compared = async (...more: string[]) => {
    const address = `${site.origin}/agent-skills/${SKILL}/manifest.json`;
    const { exitCode, out } = await runSkillpress(["manifest", installed, "--against", address, ...more], {
      cwd: project,
    });
    return { exitCode, out };
  };

  test("is what was reviewed: the published manifest matches, exit code 0", async () => {
    const { exitCode, out } = await compared("--json");
    expect({ exitCode, ...JSON.parse(out) }).toMatchObject({
      exitCode: 0,
      matches: true,
      added: [],
      removed: [],
      changed: [],
    });
    const { manifest } = JSON.parse(out);
    const published = readFileSync(join(site.folder, "agent-skills", SKILL, "manifest.json"), "utf8");
    expect(`${JSON.stringify(manifest, null, 2)}\n`).toBe(published);
  });

  test.skipIf(isSkipped(PYTHON))(
    "Python finds the published digests in the installed files, without anything of ours",
    async () => {
      const report = JSON.parse(readFileSync(join(site.folder, "agent-skills", "-", "report.json"), "utf8"));
      const { contentHash } = report.skills.find(({ name }: { readonly name: string }) => name === SKILL);
      const published = JSON.parse(readFileSync(join(site.folder, "agent-skills", SKILL, "manifest.json"), "utf8"));
      expect(await hashesOf(join(project, installed))).toMatchObject([
        { sha256: published.sha256, computedHash: contentHash },
      ]);
    },
  );

  test("after one script was edited, SKILL.md untouched, that script is named, exit code 1", async () => {
    const script = join(project, installed, SCRIPT);
    const before = readFileSync(script);
    appendFileSync(script, "# edited\n");
    try {
      const { exitCode, out } = await compared();
      expect({ exitCode, named: out.match(/^(?:ADDED|REMOVED|CHANGED) .*$/gm) }).toEqual({
        exitCode: 1,
        named: [`CHANGED "${SCRIPT}"`],
      });
    } finally {
      writeFileSync(script, before);
    }
    expect((await compared()).exitCode).toBe(0);
  });
});
