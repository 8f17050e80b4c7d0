import { cpus } from "node:os";
import type { Results, Verdict } from "./bars.ts";
import type { Contender } from "./contenders.ts";
import { MEGABYTE, MEMORY_METHOD } from "./measure.ts";

/** What a bench run has to tell. */
export interface Findings {
  readonly contenders: readonly Contender[];
  readonly results: Results;
  readonly verdicts: readonly Verdict[];
  /** A quick run shows the bars, and judges nobody by them. */
  readonly judged: boolean;
}

/** The whole result as Markdown: machine, table, bars. */
export function markdown({ contenders, results, verdicts, judged }: Findings): string {
  const rows = contenders.map((contender) => row(contender, contenders, results));
  const heading = judged ? "## Bars" : "## Bars (not judged: too few runs or a small corpus)";
  return `# Bench

Node ${process.version}, ${machine()}. Medians of whole processes, run in turns.
${MEMORY_METHOD}

| # | contender | skills | runs | median s | time ratio | peak MB | memory ratio |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join("\n")}

${heading}

${verdicts.map((verdict) => bar(verdict, judged)).join("\n")}
`;
}

function row(contender: Contender, all: readonly Contender[], results: Results): string {
  const { id, title, skills, reference } = contender;
  const result = results.get(id);
  const start = `| ${all.indexOf(contender) + 1} | ${title} | ${skills.toLocaleString("en")} |`;
  if (!result) return `${start} | failed | | | |`;
  const base = reference && results.get(reference);
  const against = ` of ${all.findIndex((other) => other.id === reference) + 1}`;
  const time = base ? (result.seconds / base.seconds).toFixed(2) + against : "";
  const memory = base ? (result.peakBytes / base.peakBytes).toFixed(2) + against : "";
  return `${start} ${result.runs} | ${result.seconds.toFixed(2)} | ${time} | ${(result.peakBytes / MEGABYTE).toFixed(0)} | ${memory} |`;
}

function bar({ promise, value, limit, aim, kept }: Verdict, judged: boolean): string {
  const word = judged ? (kept ? "pass: " : "FAIL: ") : "";
  const measured = value === undefined ? "not measured" : value.toFixed(2);
  const aimed = aim === undefined ? "" : `, aim ${aim}${value !== undefined && value <= aim ? " reached" : ""}`;
  return `- ${word}${promise}: ${measured} (at most ${limit}${aimed})`;
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${process.platform} ${process.arch}`;
}
