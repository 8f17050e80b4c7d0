import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Packer } from "../publication/compose.ts";
import type { Job } from "../publication/pack.ts";
import type { InspectedTree } from "./inspection.ts";
import { press, type Pressed, type Setup } from "./press.ts";

/** Skills that are packed sooner than a thread has started. */
const SKILLS_FOR_A_THREAD = 40;

/** More threads than this wait for each other's memory and disk. */
const MOST_THREADS = 4;

/** Size of a thread's young generation in MiB: most of what it makes is dead when the next skill is read. */
const YOUNG = 8;

/**
 * Opens a packer for about so many skills: in other threads when there are many, else in this one. What is read back
 * is handed over to the inspected tree.
 */
export function openPacker(tree: InspectedTree, { skills, ...setup }: Setup & { readonly skills: number }): Packer {
  const count = Math.min(availableParallelism(), MOST_THREADS, Math.floor(skills / SKILLS_FOR_A_THREAD));
  const { run, close } = count > 1 ? inThreads(count, setup) : { run: press(setup), close: async () => undefined };
  return {
    pack: async (job) => {
      const { inspection, found, ...packed } = await run(job);
      if (packed.part) tree.adopt(packed.part.entry, inspection, found);
      return packed;
    },
    close,
  };
}

/** A thread, and the jobs it has been given but not done. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: { readonly resolve: (pressed: Pressed) => void; readonly reject: (error: Error) => void }[];
}

function inThreads(count: number, setup: Setup) {
  const threads = Array.from({ length: count }, () => start(setup));
  return {
    run: (job: Job) =>
      new Promise<Pressed>((resolve, reject) => {
        const [least] = threads.toSorted((a, b) => a.waiting.length - b.waiting.length);
        least?.waiting.push({ resolve, reject });
        least?.worker.postMessage(job);
      }),
    close: () => Promise.all(threads.map(({ worker }) => worker.terminate())),
  };
}

function start(setup: Setup): Thread {
  const file = `./press-thread${extname(import.meta.url)}`; // .ts here, .js in the package
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: setup,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  const waiting: Thread["waiting"] = [];
  worker.on("message", (pressed: Pressed) => waiting.shift()?.resolve(pressed));
  worker.on("error", (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return { worker, waiting };
}
