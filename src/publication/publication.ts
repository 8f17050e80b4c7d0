import type { Gzip } from "../artifact/gzip.ts";
import { byBytes } from "../order.ts";
import type { Problem } from "../problem.ts";
import { GENERATOR } from "../version.ts";
import agents from "./agents.json" with { type: "json" };
import { bundleWriter } from "./bundle-writer.ts";
import type { Bundle } from "./bundles.ts";
import { encodeChecklist } from "./checklist.ts";
import { asWarning } from "./describe.ts";
import { encodeIndex, type IndexEntry } from "./discovery-index.ts";
import { bundleCommands, everythingCommands } from "./install.ts";
import { layout, pages, urlOf } from "./layout.ts";
import { encodeLlms } from "./llms.ts";
import type { Origin } from "./origin.ts";
import type { Part } from "./pack.ts";
import { encodeReport, type PublishedBundle, type PublishedSet, type PublishedSkill } from "./report.ts";
import type { Result } from "./results.ts";
import { served } from "./served.ts";
import { encodeSums, summed } from "./sums.ts";
import type { Tree } from "./write/tree.ts";

/** A publication being written into a tree, one skill after the other. */
export interface Publication {
  /** Adds a skill that was packed. */
  readonly add: (part: Part) => Promise<void>;
  /** Adds a file that belongs to no skill. */
  readonly addFile: (path: string, bytes: Uint8Array) => void;
  /** Writes what belongs to all of them: indexes, bundles, checklist, report, sums. */
  readonly end: (sets: readonly PublishedSet[], warnings: readonly Problem[]) => Promise<void>;
  readonly abort: () => void;
}

interface Settings {
  readonly origin: Origin;
  readonly title: string | undefined;
  readonly bundles: readonly Bundle[];
  readonly gzip: Gzip;
  /** What the checklist shows; undefined when it claims no result. */
  readonly results: readonly Result[] | undefined;
}

/** Opens a publication. Nothing is written before the first skill is added. */
export function openPublication(tree: Tree, { origin, title, bundles, gzip, results }: Settings): Publication {
  const out = summed(tree);
  const parts: Omit<Part, "files" | "sums">[] = [];
  const writers = new Map<string, ReturnType<typeof bundleWriter>>();

  const writeIndex = (path: string, entries: readonly IndexEntry[]) => {
    const bytes = encodeIndex(entries);
    out.write(path, bytes);
    return bytes;
  };

  return {
    add: async ({ entry, line, sums, files }) => {
      parts.push({ entry, line });
      out.note(sums);
      if (!files) return;
      for (const { name } of bundles.filter(({ skills }) => skills.includes(entry.name))) {
        const writer = writers.get(name) ?? bundleWriter(tree, layout.bundleArchive(name), gzip);
        writers.set(name, writer);
        await writer.add(entry.name, files);
      }
    },

    addFile: (path, bytes) => out.write(path, bytes),

    end: async (sets, warnings) => {
      const sorted = parts.toSorted((a, b) => byBytes(a.entry.name, b.entry.name));
      const entries = sorted.map(({ entry }) => entry);
      const published: PublishedBundle[] = [];
      for (const { name, skills } of bundles.toSorted((a, b) => byBytes(a.name, b.name))) {
        const writer = writers.get(name);
        if (!writer) continue;
        const path = layout.bundleArchive(name);
        const archive = { path, url: urlOf(origin, path), ...(await writer.end()) };
        out.note([[path, archive.digest.slice("sha256:".length)]]);
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
        title: title ?? null,
        placeholder: origin.placeholder,
        index,
        agents,
        install: everythingCommands(origin),
      };
      const tail = { bundles: published, sets: [...sets], warnings: warnings.map(asWarning) };
      const lines = sorted.map(({ line }) => line);
      out.writeAll(layout.report, encodeReport(head, lines, tail));
      // Parsed one at a time: the objects of all would take several times the memory of the text.
      const described = () => lines.values().map((line): PublishedSkill => JSON.parse(line));
      out.writeAll(layout.checklist, encodeChecklist({ head, skills: described(), bundles: published, sets, results }));
      out.write(layout.llms, Buffer.from(encodeLlms(head, described(), tail)));
      tree.write(layout.sums, encodeSums(out.sums));
    },

    abort: () => {
      for (const { abort } of writers.values()) abort();
    },
  };
}
