import type { Weight } from "../../test/tools/weight.ts";
import type { ContenderId } from "./contenders.ts";
import { MEGABYTE, type Sample } from "./measure.ts";

/** The medians of each contender that never failed. */
export type Results = ReadonlyMap<ContenderId, Sample & { readonly runs: number }>;

/** A promise about speed or memory, and what was measured; `value` is missing when a contender it needs failed. */
export interface Verdict {
  readonly promise: string;
  readonly value: number | undefined;
  readonly limit: number;
  readonly aim?: number;
  readonly kept: boolean;
}

interface Bar {
  readonly promise: string;
  readonly limit: number;
  readonly aim?: number;
  readonly value: (of: Reader) => number;
}

interface Reader {
  readonly seconds: (id: ContenderId) => number;
  readonly peak: (id: ContenderId) => number;
}

const BARS: readonly Bar[] = [
  {
    promise: "`--no-catalog`: time, as a part of the shell loop's",
    limit: 0.35,
    aim: 0.25,
    value: ({ seconds }) => seconds("artifacts") / seconds("shell"),
  },
  {
    promise: "`--no-catalog`: peak memory in MB",
    limit: 250,
    value: ({ peak }) => peak("artifacts") / MEGABYTE,
  },
  {
    promise: "`--no-catalog`: peak memory with five times the skills, times the peak before",
    limit: 1.3,
    value: ({ peak }) => peak("artifactsLarge") / peak("artifacts"),
  },
  {
    promise: "`verify` of a folder: time, as a part of that of sha256sum and tar -tzf",
    limit: 1.5,
    value: ({ seconds }) => seconds("verify") / seconds("listing"),
  },
  {
    promise: "full build: time, as a part of astro-skills'",
    limit: 1.5,
    aim: 1,
    value: ({ seconds }) => seconds("full") / seconds("astro"),
  },
  {
    promise: "full build: peak memory, as a part of astro-skills'",
    limit: 0.6,
    value: ({ peak }) => peak("full") / peak("astro"),
  },
  {
    promise: "full build: time with five times the skills, times the time before",
    limit: 5.5,
    value: ({ seconds }) => seconds("fullLarge") / seconds("full"),
  },
];

/** Most kilobytes of a skill's page and of its scripts, compressed. */
const HTML_LIMIT = 40;
const SCRIPT_LIMIT = 20;

/** Holds the weight of a skill's page against its bars. */
export function judgeWeight({ html, script }: Weight): readonly Verdict[] {
  const verdict = (promise: string, bytes: number, limit: number) => ({
    promise,
    value: bytes / 1024,
    limit,
    kept: bytes <= limit * 1024,
  });
  return [
    verdict("a skill's page: HTML in KB, compressed", html, HTML_LIMIT),
    verdict("a skill's page: scripts in KB, compressed", script, SCRIPT_LIMIT),
  ];
}

/** Holds the results against every bar. */
export function judge(results: Results): readonly Verdict[] {
  const of: Reader = {
    seconds: (id) => results.get(id)?.seconds ?? Number.NaN,
    peak: (id) => results.get(id)?.peakBytes ?? Number.NaN,
  };
  return BARS.map(({ value, ...bar }) => {
    const measured = value(of);
    return {
      ...bar,
      value: Number.isNaN(measured) ? undefined : measured,
      kept: measured <= bar.limit,
    };
  });
}
