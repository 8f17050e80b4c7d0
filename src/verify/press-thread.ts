import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Job } from "../publication/pack.ts";
import type { Setup } from "./press.ts";

/** A thread that does jobs in the order they come. What goes wrong ends it, and reaches its owner as `error`. */
enableCompileCache(); // a thread does not inherit it
const { press } = await import("./press.ts");
const setup: Setup = workerData;
const run = press(setup);
let last: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (job: Job) => {
  last = last.then(async () => parentPort?.postMessage(await run(job)));
});
