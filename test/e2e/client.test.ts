import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture } from "fs-fixture";
import pMap from "p-map";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { add, type Installed } from "../tools/client.ts";
import { publish, type Published } from "../tools/published.ts";
import { type FolderServer, serveFolder } from "../tools/server.ts";
import { type FoundSkill, skillsOf, SOURCES } from "../tools/source.ts";
import { digestsOf } from "../tools/tree.ts";

/** Clients running at the same time. */
const CLIENTS = 2;
/** Bundle of every skill, so that a bundle's own address can be tried on any source. */
const BUNDLE = "everything";

describe.each(SOURCES)("the `skills` client and $title", ({ source, count }) => {
  const skills = skillsOf(source);
  let site: Published;
  beforeAll(async () => {
    site = await publish(source, ["--no-catalog", "--bundle", BUNDLE]);
    return site.close;
  });

  test("are all of them", () => expect(skills).toHaveLength(count));

  test("add <origin>/agent-skills --skill NAME -g: every skill arrives byte for byte, and nothing else", async () => {
    const installed = await forEvery(skills, ({ name }) => add(`${site.origin}/agent-skills`, "--skill", name, "-g"));
    expect(installed).toEqual(skills.map((skill) => ({ exitCode: 0, personal: filesOf(skill), project: {} })));
  });

  test("add <page URL>: every skill arrives in the project byte for byte, and nothing else", async () => {
    const installed = await forEvery(skills, ({ name }) => add(`${site.origin}/agent-skills/${name}`));
    expect(installed).toEqual(skills.map((skill) => ({ exitCode: 0, personal: {}, project: filesOf(skill) })));
  });

  test("add <page URL>/: the slash at the end makes no difference", async () => {
    const skill = multiFile(skills);
    const { project } = await add(`${site.origin}/agent-skills/${skill.name}/`);
    expect(project).toEqual(filesOf(skill));
  });

  test("add <origin> --skill NAME: the root of the site is enough", async () => {
    const skill = multiFile(skills);
    const { personal } = await add(site.origin, "--skill", skill.name, "-g");
    expect(personal).toEqual(filesOf(skill));
  });

  test('add <bundle URL> --skill "*": all skills of the bundle arrive with one command', async () => {
    const { personal } = await add(`${site.origin}/agent-skills/${BUNDLE}`, "--skill", "*", "-g");
    expect(personal).toEqual(Object.assign({}, ...skills.map(filesOf)));
  });

  test("add <page URL> asks for four indexes and one artifact, however many skills there are", async () => {
    const skill = multiFile(skills);
    const before = site.answered.length;
    await add(`${site.origin}/agent-skills/${skill.name}`, "-g");
    const asked = site.answered.slice(before).map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(asked.toSorted()).toEqual([
      "GET /.well-known/agent-skills/index.json 200",
      "GET /.well-known/skills/index.json 404",
      `GET /agent-skills/${skill.name}.tar.gz 200`,
      `GET /agent-skills/${skill.name}/.well-known/agent-skills/index.json 200`,
      `GET /agent-skills/${skill.name}/.well-known/skills/index.json 404`,
    ]);
  });

  describe("when the host serves something else", () => {
    /** A copy of the publication that is changed and served from an address of its own. */
    const changed = async (change: (folder: string) => void): Promise<FolderServer> => {
      const copy = await createFixture();
      const served = await serveFolder(copy.path);
      onTestFinished(async () => {
        await served.close();
        await copy.rm();
      });
      cpSync(site.folder, copy.path, { recursive: true });
      for (const index of Object.keys(digestsOf(copy.path)).filter((path) => path.endsWith("/index.json"))) {
        const file = copy.getPath(index);
        writeFileSync(file, readFileSync(file, "utf8").replaceAll(site.origin, served.origin));
      }
      change(copy.path);
      return served;
    };

    test("the copy with new addresses installs, so what follows is not the copy's fault", async () => {
      const skill = multiFile(skills);
      const { origin } = await changed(() => undefined);
      expect((await add(`${origin}/agent-skills/${skill.name}`)).project).toEqual(filesOf(skill));
    });

    test("a flipped byte in the artifact: the client drops the skill and says that it found none", async () => {
      const skill = multiFile(skills);
      const { origin } = await changed((folder) => flipByte(join(folder, "agent-skills", `${skill.name}.tar.gz`)));
      const { exitCode, said, personal, project } = await add(`${origin}/agent-skills/${skill.name}`);
      expect({ personal, project }).toEqual({ personal: {}, project: {} });
      expect({ exitCode, said }).toEqual({ exitCode: 1, said: expect.stringContaining("No skills found") });
    });

    test("a flipped byte in one artifact of many: the client reports that skill missing and installs no other", async () => {
      const skill = multiFile(skills);
      const { origin } = await changed((folder) => flipByte(join(folder, "agent-skills", `${skill.name}.tar.gz`)));
      const { exitCode, said, personal, project } = await add(`${origin}/agent-skills`, "--skill", skill.name, "-g");
      expect({ personal, project }).toEqual({ personal: {}, project: {} });
      expect({ exitCode, said }).toEqual({ exitCode: 1, said: expect.stringContaining("No matching skills") });
    });

    test("no index below /agent-skills: that address installs nothing, although the root index is there", async () => {
      const { origin } = await changed((folder) =>
        rmSync(join(folder, "agent-skills", ".well-known"), { recursive: true }),
      );
      const { exitCode, personal, project } = await add(
        `${origin}/agent-skills`,
        "--skill",
        multiFile(skills).name,
        "-g",
      );
      expect({ exitCode, personal, project }).toEqual({ exitCode: 1, personal: {}, project: {} });
    });
  });
});

test("a page URL installs its skill and an area its skills, also where there are pages for people", async () => {
  const [{ source }] = SOURCES;
  const skill = multiFile(skillsOf(source));
  const site = await publish(source, []);
  onTestFinished(site.close);
  const page = `${site.origin}/agent-skills/${skill.name}`;
  expect(await (await fetch(`${page}/`)).text()).toContain("<h1");
  for (const url of [page, `${page}/`]) expect((await add(url)).project).toEqual(filesOf(skill));
  const { personal } = await add(`${site.origin}/agent-skills`, "--skill", skill.name, "-g");
  expect(personal).toEqual(filesOf(skill));
});

/** What has to be installed: the publisher's files below the skill's name. */
function filesOf({ name, folder }: FoundSkill): Record<string, string> {
  return Object.fromEntries(Object.entries(digestsOf(folder)).map(([path, digest]) => [`${name}/${path}`, digest]));
}

/** The first skill that is published as an archive. */
function multiFile(skills: readonly FoundSkill[]): FoundSkill {
  const found = skills.find(({ folder }) => Object.keys(digestsOf(folder)).length > 1);
  if (!found) throw new Error("the source has no skill with more than one file");
  return found;
}

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Runs the client for every skill; what it said is left out of the comparison. */
function forEvery(skills: readonly FoundSkill[], run: (skill: FoundSkill) => Promise<Installed>) {
  const installed = async (skill: FoundSkill) => {
    const { exitCode, personal, project } = await run(skill);
    return { exitCode, personal, project };
  };
  return pMap(skills, installed, { concurrency: CLIENTS });
}
