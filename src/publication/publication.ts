import type { Gzip } from "../artifact/gzip.ts";
import { byBytes } from "../order.ts";
import type { Problem } from "../problem.ts";
import type { Skill } from "../skill.ts";
import { GENERATOR } from "../version.ts";
import agents from "./agents.json" with { type: "json" };
import { bundleWriter } from "./bundle-writer.ts";
import type { Bundle } from "./bundles.ts";
import { bundleSection, checklistHead, skillSection } from "./checklist.ts";
import { asWarning, describeSkill, entryOf, served } from "./describe.ts";
import { encodeIndex, type IndexEntry } from "./discovery-index.ts";
import { bundleCommands, everythingCommands, type Repository } from "./install.ts";
import { layout, pages, urlOf } from "./layout.ts";
import type { Origin } from "./origin.ts";
import { encodeReport, type PublishedBundle } from "./report.ts";
import { summed } from "./sums.ts";
import type { Tree } from "./write/tree.ts";

/** A publication being written into a tree, one skill after the other. */
export interface Publication {
  /** Writes what belongs to one skill. `archive` holds its compressed archive; without one it is a single file. */
  readonly add: (skill: Skill, archive: Uint8Array | undefined, warnings: readonly Problem[]) => Promise<void>;
  /** Writes what belongs to all of them: indexes, bundles, checklist, report, sums. */
  readonly end: (warnings: readonly Problem[]) => Promise<void>;
  readonly abort: () => void;
}

/** What is kept of a skill once it is written: text, because objects of a report take several times the memory. */
interface Part {
  readonly entry: IndexEntry;
  /** Its part of the report, as JSON. */
  readonly line: string;
  /** Its part of the checklist. */
  readonly section: string;
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
  const parts: Part[] = [];
  const memberships = Map.groupBy(
    bundles.flatMap(({ name, skills: members }) => members.map((member) => ({ name, member }))),
    ({ member }) => member,
  );
  const bundlesWith = (skill: string) => (memberships.get(skill) ?? []).map(({ name }) => name);
  const writers = new Map<string, ReturnType<typeof bundleWriter>>();

  const writeIndex = (path: string, entries: readonly IndexEntry[]) => {
    const bytes = encodeIndex(entries);
    out.write(path, bytes);
    return bytes;
  };

  return {
    add: async (skill, archive, warnings) => {
      const { name, files } = skill;
      const inBundles = bundlesWith(name);
      const described = describeSkill(skill, archive, { origin, repository, bundles: inBundles, warnings });
      const entry = entryOf(described);
      parts.push({ entry, line: JSON.stringify(described), section: skillSection(described) });
      const { skillMd, artifact } = described;
      out.write(skillMd.path, files.get("SKILL.md")?.bytes ?? new Uint8Array(), bare(skillMd.digest));
      if (archive) out.write(artifact.path, archive, bare(artifact.digest));
      const sharesPage = bundles.some((bundle) => bundle.ownSkill && bundle.name === name);
      if (!sharesPage) writeIndex(layout.scopedIndex(name), [entry]);
      for (const bundle of inBundles) {
        const writer = writers.get(bundle) ?? bundleWriter(tree, layout.bundleArchive(bundle), gzip);
        writers.set(bundle, writer);
        await writer.add(name, files);
      }
    },

    end: async (warnings) => {
      const sorted = parts.toSorted((a, b) => byBytes(a.entry.name, b.entry.name));
      const entries = sorted.map(({ entry }) => entry);
      const published: PublishedBundle[] = [];
      for (const { name, skills } of bundles.toSorted((a, b) => byBytes(a.name, b.name))) {
        const writer = writers.get(name);
        if (!writer) continue;
        const path = layout.bundleArchive(name);
        const archive = { path, url: urlOf(origin, path), ...(await writer.end()) };
        out.note(path, bare(archive.digest));
        const members = new Set(skills);
        writeIndex(
          layout.scopedIndex(name),
          entries.filter((entry) => members.has(entry.name)),
        );
        const page = urlOf(origin, pages.entry(name));
        published.push({
          name,
          page,
          skills: skills.toSorted(byBytes),
          archive,
          install: bundleCommands(name, origin),
        });
      }
      writeIndex(layout.areaIndex, entries);
      const index = served(layout.index, writeIndex(layout.index, entries), origin);
      const head = {
        format: 1 as const,
        generator: GENERATOR,
        origin: origin.base,
        placeholder: origin.placeholder,
        index,
        agents,
        install: everythingCommands(origin),
      };
      const tail = { bundles: published, warnings: warnings.map(asWarning) };
      const sections = [...sorted.map(({ section }) => section), ...published.map(bundleSection)];
      out.write(layout.checklist, Buffer.from([checklistHead(head), ...sections].join("\n\n") + "\n"));
      const lines = sorted.map(({ line }) => line);
      out.write(layout.report, encodeReport(head, lines, tail));
      tree.write(layout.sums, out.sums());
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
