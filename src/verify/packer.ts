import { availableParallelism } from "node:os";
import type { Packer } from "../publication/compose.ts";
import type { Job } from "../publication/pack.ts";
import { beside, startThread, thisThread } from "../thread.ts";
import type { InspectedTree } from "./inspection.ts";
import { artifactOf, press, type Pressed, type Setup } from "./press.ts";

/** Skills that are packed sooner than a thread has started. */
const SKILLS_FOR_A_THREAD = 40;

/** More threads than this wait for each other's memory and disk. */
const MOST_THREADS = 4;

/**
 * Opens a packer for about so many skills: in this thread, and in others too when there are many. What is read back is
 * handed over to the inspected tree.
 */
export function openPacker(tree: InspectedTree, { skills, ...setup }: Setup & { readonly skills: number }): Packer {
  const count = Math.min(availableParallelism(), MOST_THREADS, Math.floor(skills / SKILLS_FOR_A_THREAD));
  const module = beside(import.meta.url, "press-thread");
  const others = Array.from({ length: Math.max(count - 1, 0) }, () => startThread<Job, Pressed>(module, setup));
  const threads = [...others, thisThread(press(setup))];
  const leastBusy = () => threads.reduce((least, each) => (each.waiting() < least.waiting() ? each : least));
  return {
    pack: async (job) => {
      const { inspection, found, ...packed } = await leastBusy().run(job);
      if (packed.part) tree.adopt(artifactOf(packed.part.entry), inspection, found);
      return packed;
    },
    close: () => Promise.all(threads.map(({ end }) => end())),
  };
}
