import { expect, test } from "vitest";
import { type CarryOptions, openCarrier } from "../../src/publication/carry.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import type { Previous } from "../../src/publication/previous.ts";
import { treeAt } from "../../src/publication/write/tree.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { composed } from "../tools/publication.ts";

const V1 = "1".repeat(32);
const V2 = "2".repeat(32);
const served = { path: "", url: "", digest: `sha256:${"0".repeat(64)}`, size: 1 };

/** A publication of `tides` in two earlier versions, the older of which an earlier version of the set `sky` pins. */
function before(origin: string): Previous {
  const snapshot = (version: string) => ({
    version,
    address: "",
    type: "skill-md" as const,
    artifact: { ...served, digest: `sha256:${version}${"0".repeat(32)}` },
    manifest: null,
    contentHash: "0".repeat(64),
  });
  const pinned = { locator: "x", skill: "tides", computedHash: "0".repeat(64), snapshot: V1 };
  const foreign = { ...pinned, locator: "y", snapshot: null };
  const bytes = Buffer.from(skillMd("tides"));
  const files = { manifest: served, lock: served };
  return {
    name: "before",
    report: {
      format: 1,
      origin,
      skills: [{ name: "tides", snapshots: [snapshot(V2), snapshot(V1)] }],
      sets: [
        {
          name: "sky",
          description: null,
          page: "",
          ...files,
          versions: [{ version: "1.0.0", setHash: "0".repeat(64), ...files, members: [pinned, foreign] }],
          install: [],
        },
      ],
    },
    read: async () => bytes,
    open: async () => ({
      bytes,
      files: new Map([["SKILL.md", { bytes, executable: false }]]),
      frontMatter: {
        name: "tides",
        description: "Does things.",
        license: null,
        compatibility: null,
        metadata: {},
        internal: false,
      },
    }),
  };
}

/** Versions of `tides` that are carried, and what is told of the rest. */
async function carried(origin: string, options: Partial<CarryOptions>) {
  const { path } = await folder({});
  const { report } = await composed({ "tides/SKILL.md": skillMd("tides") });
  const [skill] = report?.skills ?? [];
  if (!skill) throw new Error("nothing was composed");
  const { name, type, description, artifact } = skill;
  const carrier = openCarrier(
    { tree: treeAt(path), origin: parseOrigin("https://docs.example.com"), previous: before(origin) },
    { keep: undefined, withdraw: [], sets: [], ...options },
  );
  const { part, problems } = await carrier.carry({
    entry: { name, type, description, url: artifact.url, digest: artifact.digest },
    line: JSON.stringify(skill),
    sums: new Map(),
    files: undefined,
  });
  const told: { snapshots: { version: string }[] } = JSON.parse(part.line);
  return [told.snapshots.slice(1).map(({ version }) => version[0]), problems.map(({ message }) => message)];
}

const dropped = (version: string, why: string) => `The snapshot \`tides@${version}\` is published no longer: ${why}.`;
const unnamed = "`keep` does not name the skill";

test.each([
  ["without `keep`, all are kept", {}, ["2", "1"], []],
  ["`keep` names the skill", { keep: ["tides"] }, ["2", "1"], []],
  ["`keep` names none", { keep: [] }, [], [dropped(V2, unnamed), dropped(V1, unnamed)]],
  ["a set pins one", { keep: [], sets: [{ name: "sky" }] }, ["1"], [dropped(V2, unnamed)]],
  [
    "a set that is configured no more",
    { keep: [], sets: [{ name: "sea" }] },
    [],
    [dropped(V2, unnamed), dropped(V1, unnamed)],
  ],
  [
    "what is pinned is withdrawn",
    { withdraw: [`tides@${V1}`], sets: [{ name: "sky" }] },
    ["2"],
    [dropped(V1, "it is withdrawn")],
  ],
] as const)("%s", async (_, options, versions, problems) => {
  expect(await carried("https://docs.example.com", options)).toEqual([versions, problems]);
});

test("at another origin the set is not carried, and pins nothing", async () => {
  const [kept] = await carried("https://old.example.com", { keep: [], sets: [{ name: "sky" }] });
  expect(kept).toEqual([]);
});
