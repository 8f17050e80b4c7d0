import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALLOWABLE, exitCodeOf, type Outcome, OUTCOMES, worst } from "../../src/verify/served/outcome.ts";
import { outcomeOf, type ReasonCode } from "../../src/verify/served/reason.ts";
import { reasonKinds } from "../../src/verify/served/reason-kinds.ts";
import type { Answer, Asked, Reply } from "../tools/host.ts";
import { openJudge } from "../tools/invariants.ts";
import { flipped, foreign, offeredMd, put, without } from "../tools/site.ts";
import { openStage, type Stage } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";
import { verifying } from "../tools/verifying.ts";

/** Runs are the same every time; another seed is another proof. */
const SEEDED = { seed: 20_261_130 };

const outcomes = fc.array(fc.constantFrom(...OUTCOMES));

describe("outcomes", () => {
  test("the worst does not depend on order or repetition", () => {
    fc.assert(
      fc.property(outcomes, (found) => {
        expect(worst(found.toReversed())).toBe(worst(found));
        expect(worst([...found, ...found])).toBe(worst(found));
      }),
      SEEDED,
    );
  });

  test("failed outweighs incomplete, incomplete outweighs unverifiable, and that verified", () => {
    const order: readonly Outcome[] = ["failed", "incomplete", "unverifiable", "verified"];
    fc.assert(
      fc.property(outcomes, (found) => {
        expect(worst(found)).toBe(order.find((each) => found.includes(each)) ?? "verified");
      }),
      SEEDED,
    );
  });

  test("one more finding never makes it better", () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...OUTCOMES), (found, more) => {
        expect(OUTCOMES.indexOf(worst([...found, more]))).toBeLessThanOrEqual(OUTCOMES.indexOf(worst(found)));
      }),
      SEEDED,
    );
  });

  test("the exit code is 7, 8, 9 or 0, and changed by what is allowed only for that outcome, never for failed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...OUTCOMES), fc.subarray([...ALLOWABLE]), (outcome, allowed) => {
        const code = exitCodeOf(outcome, allowed);
        expect(exitCodeOf(outcome, allowed.toReversed())).toBe(code);
        const plain = { failed: 7, incomplete: 8, unverifiable: 9, verified: 0 }[outcome];
        expect(code).toBe(outcome !== "failed" && allowed.some((each) => each === outcome) ? 0 : plain);
      }),
      SEEDED,
    );
  });

  test("reasons come to the worst of their severities, and warnings to nothing", () => {
    const reasons = fc.array(fc.constantFrom(...Object.values(reasonKinds)).map((kind) => ({ ...kind, code: CODE })));
    fc.assert(
      fc.property(reasons, (found) => {
        const grave = found.map(({ severity }) => severity).filter((severity) => severity !== "warning");
        expect(outcomeOf(found)).toBe(worst(grave));
      }),
      SEEDED,
    );
  });
});

/** Any code will do where only severities are looked at. */
const CODE: ReasonCode = "missing";

/** What a host may do with an artifact, and what the skill comes to for it. */
const FATES = {
  well: ["verified", (good: Answer) => good],
  flipped: ["failed", (good: Answer) => ({ ...good, body: flipped(good.body) })],
  missing: ["failed", (good: Answer) => ({ ...good, status: 404 })],
  page: ["failed", () => PAGE],
  typed: ["failed", (good: Answer) => ({ ...good, headers: { "content-type": "application/octet-stream" } })],
  denied: ["incomplete", (good: Answer) => ({ ...good, status: 403 })],
  troubled: ["incomplete", (good: Answer) => ({ ...good, status: 500 })],
  broken: ["incomplete", (): Reply => (response) => void response.socket?.destroy()],
  unknown: ["unverifiable", (good: Answer) => good],
  undigested: ["failed", (good: Answer) => good],
} as const satisfies Record<string, readonly [Outcome, (good: Answer) => Reply]>;

const PAGE: Answer = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: Buffer.from("<!doctype html><title>App</title>\n"),
};

type Fate = keyof typeof FATES;

/** What may become of the index, with what the run comes to at best. */
const INDEXES = {
  well: "verified",
  missing: "failed",
  denied: "incomplete",
  unknown: "unverifiable",
  typed: "failed",
} as const satisfies Record<string, Outcome>;

describe("a verification of any host", () => {
  const { broken } = openJudge();
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage();
  });

  afterAll(() => stage.close());

  test("keeps its promises, whatever becomes of the index and of each artifact", async () => {
    const fates = fc.array(fc.constantFrom(...keysOf(FATES)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fates, fc.constantFrom(...keysOf(INDEXES)), async (skills, index) => {
        serve(skills, index);
        const { verification, exitCode } = await verifying(stage.origin, [], { limits: { attempts: 1 } });
        expect(broken(verification)).toEqual([]);
        expect(exitCode).toBe(verification.exit_code);
        const isRead = index === "well" || index === "typed";
        const leaves: Outcome[] = isRead ? skills.map((fate) => FATES[fate][0]) : [];
        const whole: Outcome[] = isRead && skills.length === 0 ? ["unverifiable"] : [];
        expect(verification.skills.map(({ outcome }) => outcome)).toEqual(leaves);
        expect(verification.outcome).toBe(worst([INDEXES[index], ...leaves, ...whole]));
      }),
      { ...SEEDED, numRuns: 200 },
    );
  });

  test("keeps its promises, whatever files of a publication are gone or another", async () => {
    const current = await stage.current();
    const paths = [...current.keys()];
    const some = fc.subarray(paths, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(some, some, async (gone, other) => {
        let site = without(current, ...gone);
        for (const path of other)
          if (site.has(path)) site = put(site, path, flipped(site.get(path) ?? Buffer.alloc(0)));
        stage.serve(site, (_, good) => good);
        const { verification } = await verifying(stage.origin, []);
        expect(broken(verification)).toEqual([]);
        expect(verification.outcome === "verified").toBe(gone.length + other.length === 0);
      }),
      { ...SEEDED, numRuns: 60 },
    );
  });

  function serve(fates: readonly Fate[], index: keyof typeof INDEXES): void {
    const offered = fates.map((fate, position) => {
      const entry = { unknown: { type: "task" }, undigested: { digest: undefined } };
      return offeredMd(`skill-${position}`, fate === "unknown" || fate === "undigested" ? { entry: entry[fate] } : {});
    });
    stage.serve(
      foreign(stage.origin, offered, index === "unknown" ? { $schema: "other" } : {}),
      (asked: Asked, good: Answer) => {
        if (asked.path === INDEX) return indexAs(index, good);
        const position = /^skills\/skill-(\d+)\.md$/.exec(asked.path)?.[1];
        const fate = position === undefined ? undefined : fates[Number(position)];
        return fate === undefined ? good : FATES[fate][1](good);
      },
    );
  }
});

function indexAs(fate: keyof typeof INDEXES, good: Answer): Answer {
  if (fate === "missing") return { ...good, status: 404 };
  if (fate === "denied") return { ...good, status: 401 };
  return fate === "typed" ? { ...good, headers: { "content-type": "text/plain" } } : good;
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  const isKey = (key: string): key is Key => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}
