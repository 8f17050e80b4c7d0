import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { judge, judgeWeight } from "./bars.ts";
import { type Contender, type ContenderId, contenders, type Corpus, countPublished } from "./contenders.ts";
import { writeCorpus } from "./corpus.ts";
import { killChildren, measure, median, MEGABYTE, type Sample } from "./measure.ts";
import { markdown } from "./table.ts";
import { weigh, type Weight } from "../../test/tools/weight.ts";

const USAGE = "usage: node scripts/bench/bench.ts [--runs N] [--quick] [--out FILE]";
const FULL = { runs: 5, skills: 1_000 };
const QUICK = { runs: 1, skills: 200 };
const LARGE_FACTOR = 5;
const LONG_RUNS = 5;
/** In milliseconds: ext4 passes over what was removed in the last five seconds, at every file it makes. */
const SETTLING = 6_000;

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string" },
    quick: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const plan = flags.quick ? QUICK : FULL;
const runs = Number(flags.runs ?? plan.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number above zero\n${USAGE}`);

const workspace = await mkdtemp(join(tmpdir(), "skillpress-bench-"));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    killChildren();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    process.kill(process.pid, signal);
  });
}
try {
  process.exitCode = await bench();
} finally {
  await rm(workspace, { recursive: true, force: true, maxRetries: 5 });
}

async function bench(): Promise<number> {
  say(`packing the tool, writing the skills and installing the Astro site below ${workspace}`);
  const all = await contenders(workspace, await corpus(plan.skills), await corpus(plan.skills * LARGE_FACTOR));
  const { samples, failed } = await race(all);
  const results = new Map(
    [...samples].filter(([id]) => !failed.has(id)).map(([id, taken]) => [id, { ...middle(taken), runs: taken.length }]),
  );
  const verdicts = [...judge(results), ...(failed.has("full") ? [] : judgeWeight(await skillPage(all)))];
  const judged = !flags.quick && runs >= LONG_RUNS;
  const text = markdown({ contenders: all, results, verdicts, judged });
  process.stdout.write(text);
  // Package scripts run in the project's folder; the path is meant from where the user stands.
  if (flags.out !== undefined) await writeFile(resolve(process.env["INIT_CWD"] ?? ".", flags.out), text);
  return failed.size > 0 || (judged && verdicts.some(({ kept }) => !kept)) ? 1 : 0;
}

/** The weight of the first skill's page that the full build wrote. */
async function skillPage(all: readonly Contender[]): Promise<Weight> {
  const pages = all.find(({ id }) => id === "full")?.archives ?? "";
  const [archive = ""] = (await readdir(pages)).filter((name) => name.endsWith(".tar.gz")).toSorted();
  return weigh(dirname(pages), `agent-skills/${archive.slice(0, -".tar.gz".length)}/index.html`);
}

/** In turns (A B C A B C …), so that a busy moment of the machine hits all alike. */
async function race(all: readonly Contender[]) {
  const samples = new Map<ContenderId, Sample[]>(all.map(({ id }) => [id, []]));
  const failed = new Set<ContenderId>();
  for (let run = 1; run <= runs; run++) {
    for (const contender of all) {
      if (failed.has(contender.id) || (contender.long && run > LONG_RUNS)) continue;
      const label = `run ${run}/${runs}: ${contender.title}, ${contender.skills} skills`;
      try {
        const sample = await once(contender);
        samples.get(contender.id)?.push(sample);
        say(`${label}: ${sample.seconds.toFixed(2)} s, ${(sample.peakBytes / MEGABYTE).toFixed(0)} MB`);
      } catch (error) {
        failed.add(contender.id);
        say(`${label}: FAILED\n${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  return { samples, failed };
}

async function once(contender: Contender): Promise<Sample> {
  for (const path of contender.leftovers) await rm(path, { recursive: true, force: true });
  // What the run before wrote must not be flushed at the cost of this one.
  await measure({ file: "sync", args: [], cwd: workspace });
  await setTimeout(SETTLING);
  const sample = await measure(contender.command);
  const published = await countPublished(contender);
  if (published !== contender.skills)
    throw new Error(`published ${published} archives with their digest, not ${contender.skills}`);
  return sample;
}

async function corpus(skills: number): Promise<Corpus> {
  const directory = join(workspace, `skills-${skills}`);
  await writeCorpus(directory, skills);
  return { directory, skills };
}

function middle(taken: readonly Sample[]): Sample {
  return {
    seconds: median(taken.map(({ seconds }) => seconds)),
    peakBytes: median(taken.map(({ peakBytes }) => peakBytes)),
  };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
