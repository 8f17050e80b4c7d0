import { workerData } from "node:worker_threads";
import { answerJobs } from "../thread.ts";
import { renderer } from "./sources.ts";

answerJobs(renderer(workerData));
