import type { Gzip } from "../artifact/gzip.ts";
import { byBytes } from "../order.ts";
import type { Problem } from "../problem.ts";
import type { Skill } from "../skill.ts";
import { GENERATOR } from "../version.ts";
import agents from "./agents.json" with { type: "json" };
import { bundleWriter } from "./bundle-writer.ts";
import type { Bundle } from "./bundles.ts";
import { checklist } from "./checklist.ts";
import { asWarning, describeSkill, entryOf, served } from "./describe.ts";
import { encodeIndex, encodeJson } from "./discovery-index.ts";
import { bundleCommands, everythingCommands, type Repository } from "./install.ts";
import { layout, pages, urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import type { PublishedBundle, PublishedSkill, Report } from "./report.ts";
import { summed } from "./sums.ts";
import type { Tree } from "./write/tree.ts";

/** A publication being written into a tree, one skill after the other. */
export interface Publication {
  /** Writes what belongs to one skill. `archive` holds its compressed archive; without one it is a single file. */
  readonly add: (skill: Skill, archive: Uint8Array | undefined, warnings: readonly Problem[]) => Promise<void>;
  /** Writes what belongs to all of them: indexes, bundles, checklist, report, sums. */
  readonly end: (warnings: readonly Problem[]) => Promise<Report>;
  readonly abort: () => void;
}

interface Settings {
  readonly request: { readonly origin: Origin; readonly repository: Repository | undefined };
  readonly bundles: readonly Bundle[];
  readonly gzip: Gzip;
}

/** Opens a publication. Nothing is written before the first skill is added. */
export function openPublication(tree: Tree, { request, bundles, gzip }: Settings): Publication {
  const { origin, repository } = request;
  const out = summed(tree);
  const skills: PublishedSkill[] = [];
  const memberships = Map.groupBy(
    bundles.flatMap(({ name, skills: members }) => members.map((member) => ({ name, member }))),
    ({ member }) => member,
  );
  const bundlesWith = (skill: string) => (memberships.get(skill) ?? []).map(({ name }) => name);
  const writers = new Map<string, ReturnType<typeof bundleWriter>>();

  const writeIndex = (path: string, members: readonly PublishedSkill[]) => {
    const bytes = encodeIndex(members.toSorted((a, b) => byBytes(a.name, b.name)).map(entryOf));
    out.write(path, bytes);
    return bytes;
  };

  return {
    add: async (skill, archive, warnings) => {
      const { name, files } = skill;
      const inBundles = bundlesWith(name);
      const described = describeSkill(skill, archive, { origin, repository, bundles: inBundles, warnings });
      skills.push(described);
      const { skillMd, artifact } = described;
      out.write(skillMd.path, files.get("SKILL.md")?.bytes ?? new Uint8Array(), bare(skillMd.digest));
      if (archive) out.write(artifact.path, archive, bare(artifact.digest));
      if (!bundles.some((bundle) => bundle.ownSkill && bundle.name === name))
        writeIndex(layout.scopedIndex(name), [described]);
      for (const bundle of inBundles) {
        const writer = writers.get(bundle) ?? bundleWriter(tree, layout.bundleArchive(bundle), gzip);
        writers.set(bundle, writer);
        await writer.add(name, files);
      }
    },

    end: async (warnings) => {
      const published: PublishedBundle[] = [];
      for (const { name, skills: members } of bundles.toSorted((a, b) => byBytes(a.name, b.name))) {
        const writer = writers.get(name);
        if (!writer) continue;
        const path = layout.bundleArchive(name);
        const archive = { path, url: urlOf(origin, path), ...(await writer.end()) };
        out.note(path, bare(archive.digest));
        writeIndex(
          layout.scopedIndex(name),
          skills.filter((skill) => members.includes(skill.name)),
        );
        published.push({
          name,
          page: urlOf(origin, pages.entry(name)),
          skills: members.toSorted(byBytes),
          archive,
          install: bundleCommands(name, origin),
        });
      }
      writeIndex(layout.areaIndex, skills);
      const index = writeIndex(layout.index, skills);
      const report: Report = {
        format: 1,
        generator: GENERATOR,
        origin: origin.base,
        placeholder: origin.placeholder,
        index: served(layout.index, index, origin),
        agents,
        install: everythingCommands(origin),
        skills: skills.toSorted((a, b) => byBytes(a.name, b.name)),
        bundles: published,
        warnings: warnings.map(asWarning),
      };
      out.write(layout.checklist, Buffer.from(checklist(report)));
      out.write(layout.report, encodeJson(report));
      tree.write(layout.sums, out.sums());
      return report;
    },

    abort: () => {
      for (const { abort } of writers.values()) abort();
    },
  };
}

/** A digest without its `sha256:`, as SHA256SUMS has it. */
function bare(digest: string): string {
  return digest.slice("sha256:".length);
}
