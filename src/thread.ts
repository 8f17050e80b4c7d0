import { extname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parentPort, Worker } from "node:worker_threads";

/** Another thread that does jobs one after the other. Jobs and results are plain data. */
export interface Thread<Job, Result> {
  /** Rejects with what went wrong in the thread, which ends with it. */
  readonly run: (job: Job) => Promise<Result>;
  /** Jobs that were given and are not done. */
  readonly waiting: () => number;
  readonly end: () => Promise<unknown>;
}

/** Size of a thread's young generation in MiB: most of what it makes is dead when the next job begins. */
const YOUNG = 8;

/**
 * Address of a module beside another one. In the sources its name ends in `.ts`, in the package in `.js`.
 *
 * @param address of the module that asks
 */
export function beside(address: string, name: string): URL {
  return new URL(`./${name}${extname(address)}`, address);
}

/**
 * Starts a thread.
 *
 * @param module its module
 * @param workerData given to the module
 */
export function startThread<Job, Result>(module: URL, workerData: unknown): Thread<Job, Result> {
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  let failure: Error | undefined;
  const waiting: { readonly resolve: (result: Result) => void; readonly reject: (error: Error) => void }[] = [];
  worker.on("message", (result: Result) => waiting.shift()?.resolve(result));
  worker.on("error", (error: Error) => {
    failure = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  // It keeps the process alive only while somebody waits for it.
  worker.unref();
  return {
    run: async (job) => {
      if (failure) throw failure;
      worker.ref();
      try {
        return await new Promise<Result>((resolve, reject) => {
          waiting.push({ resolve, reject });
          worker.postMessage(job);
        });
      } finally {
        if (waiting.length === 0) worker.unref();
      }
    },
    waiting: () => waiting.length,
    end: () => worker.terminate(),
  };
}

/** This thread as one that does jobs. Between two of them it hears what other threads have to say. */
export function thisThread<Job, Result>(run: (job: Job) => Promise<Result>): Thread<Job, Result> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let ended = false;
  const begin = async (job: Job, before: Promise<unknown>): Promise<Result> => {
    await before;
    await setImmediate();
    return ended ? new Promise<never>(() => undefined) : run(job);
  };
  return {
    run: async (job) => {
      const result = begin(job, last);
      last = result.catch(() => undefined); // its owner is told
      waiting += 1;
      try {
        return await result;
      } finally {
        waiting -= 1;
      }
    },
    waiting: () => waiting,
    end: async () => void (ended = true),
  };
}

/** Does the jobs of this thread in the order they come. What goes wrong ends the thread, and reaches its owner. */
export function answerJobs<Job, Result>(run: (job: Job) => Promise<Result>): void {
  let last: Promise<unknown> = Promise.resolve();
  parentPort?.on("message", (job: Job) => {
    last = last.then(async () => parentPort?.postMessage(await run(job)));
  });
}
