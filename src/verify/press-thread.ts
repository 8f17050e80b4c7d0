import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

enableCompileCache(); // a thread does not inherit it
const [{ answerJobs }, { press }] = await Promise.all([import("../thread.ts"), import("./press.ts")]);
answerJobs(press(workerData));
