import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Options, type SkillSet } from "../../src/options.ts";
import { openSets, type Resolved } from "../../src/publication/compose-sets.ts";
import { judgeSets } from "../../src/publication/judge-sets.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import { lockSet } from "../../src/publication/sets.ts";
import { compileDocumentSchemas } from "../../src/skill-set/document-schemas.ts";
import { disagreements } from "../../src/skill-set/lint.ts";
import { readSetLock, readSetManifest } from "../../src/skill-set/read-documents.ts";
import manifestSchema from "../../schemas/skill-set.schema.json" with { type: "json" };

const origin = parseOrigin("https://docs.example.com");
const survey = { candidates: [], internal: [] };
const schemas = compileDocumentSchemas();
const [SAME, OTHER] = ["0".repeat(64), "1".repeat(64)];
const moon = { contentHash: SAME, snapshots: ["a".repeat(32)] };

/** What is said of sets whose members elsewhere are found to be this, beside an own skill `moon`. */
async function judged(sets: readonly Pick<SkillSet, "name" | "members">[], answer: Readonly<Record<string, Resolved>>) {
  const versioned = sets.map((set) => ({ version: "1.0.0", ...set }));
  const resolve = async () => new Map(Object.entries(answer));
  const composer = openSets({ sets: versioned, origin, previous: undefined, resolve });
  composer.add({
    entry: { name: "moon", type: "skill-md", description: "", url: "", digest: "" },
    line: JSON.stringify({ ...moon, snapshots: moon.snapshots.map((version) => ({ version })) }),
  });
  const { problems, published } = await composer.end(() => undefined);
  return { problems: problems.map(({ code, message }) => `${code}: ${message}`), published };
}

const [HERE, THERE] = ["https://a.example.org/p@moon", "o/r@moon"];

test("one skill at several addresses is no conflict as long as its content is one", async () => {
  const answer = { [HERE]: { skill: "moon", computedHash: SAME }, [THERE]: { skill: "moon", computedHash: SAME } };
  const sets = [
    { name: "sea", members: [HERE, THERE] },
    { name: "sky", members: ["moon"] },
  ];
  expect(
    judgeSets(
      sets.slice(0, 1).map((set) => ({ version: "1.0.0", ...set })),
      { origin, survey, resolve: true },
    ),
  ).toEqual([]);
  const { problems, published } = await judged(sets, answer);
  expect(problems).toEqual([]);
  expect(published.map(({ name }) => name)).toEqual(["sea", "sky"]);
});

test("one skill's name with several contents is a conflict, across sets and within one", async () => {
  const answer = { [HERE]: { skill: "moon", computedHash: OTHER }, [THERE]: { skill: "moon", computedHash: SAME } };
  const own = `https://docs.example.com/agent-skills/-/at/moon/${moon.snapshots[0]}@moon`;
  const across = [
    { name: "sky", members: ["moon"] },
    { name: "sea", members: ["moon", HERE] },
  ];
  expect((await judged(across, answer)).problems).toEqual([
    "set-conflict: The skill `moon` is pinned to several contents: " +
      `\`${HERE}\` by \`sea\` with the content ${OTHER}; \`${own}\` by \`sea\`, \`sky\` with the content ${SAME}.`,
  ]);
  expect((await judged([{ name: "sea", members: [HERE, THERE] }], answer)).problems).toHaveLength(1);
});

/** Texts around those that are right, so that both happen often. */
const version = fc.oneof(
  fc.constantFrom("1.0.0", "0.0.0-rc.1", "1.2.3+build.07", "1.0.0-0a", "1.0", "v1.0.0", " 1.0.0", "1.0.0\n", "01.0.0"),
  fc
    .array(fc.constantFrom("0", "1", "12", ".", "-", "+", "a", " "), { minLength: 5, maxLength: 9 })
    .map((all) => all.join("")),
);
const address = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }).map((url) => url.replace(/^http:/, "https:")),
  fc.string({ unit: "binary", maxLength: 4 }).map((text) => `https://a.example/${text}`),
);
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 5 }), fc.constantFrom("", "\0", "\uD800", "a\nb"));
const locator = fc.oneof(
  fc.constantFrom(HERE, THERE, "o/r@moon#v1", "git@h.example:o/r"),
  fc.constantFrom("https://a.example.org/q@moon", "o/s@moon", "file:a/b@s"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 5 }).map((each) => `https://a.example/${each}@moon`),
);
const set: fc.Arbitrary<SkillSet> = fc.record(
  {
    name: fc.constantFrom("sky", "a".repeat(64)),
    version: fc.oneof({ arbitrary: fc.constant("1.0.0"), weight: 4 }, version),
    description: text,
    author: fc.record({ name: text, url: address, organization: text, uri: address }, { requiredKeys: ["name"] }),
    homepage: address,
    members: fc.array(locator, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ["name", "version", "members"] },
);

test("every set that is accepted gives documents that readers of the format accept", () => {
  let accepted = 0;
  fc.assert(
    fc.property(set, (each) => {
      const isOption = Options.safeParse({ sets: [each] }).success;
      if (!isOption || judgeSets([each], { origin, survey, resolve: true }).length > 0) return;
      accepted += 1;
      const foreign = new Map(each.members.map((member) => [member, { skill: "moon", computedHash: SAME }]));
      const { manifest, lock } = lockSet(each, { own: new Map(), foreign }, origin);
      const [read, locked] = [
        readSetManifest(manifest, `${each.name}.skill-set.json`, schemas),
        readSetLock(lock, `${each.name}.skill-set.lock.json`, schemas),
      ];
      expect(read).toHaveProperty("manifest");
      expect(locked).toHaveProperty("lock");
      if ("manifest" in read && "lock" in locked) expect(disagreements(read, locked)).toEqual([]);
    }),
    { seed: 20_261_201, numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test("a version is refused exactly when the schema refuses it", () => {
  const pattern = new RegExp(manifestSchema.properties.version.pattern, "u");
  fc.assert(
    fc.property(version, (each) => {
      const sets = [{ name: "sky", version: each, members: [HERE] }];
      const isRefused = judgeSets(sets, { origin, survey, resolve: true }).length > 0;
      expect(isRefused).toBe(!pattern.test(each));
    }),
    { seed: 20_261_201, numRuns: 2000 },
  );
});
