import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import vectors from "../fixtures/vectors/vectors.json" with { type: "json" };
import { folder } from "./skill.ts";

const SETS = ".agents/skills/skill-sets";
export const LIST = `${SETS}/skill-sets.json`;
export const MANIFEST = `${SETS}/vector-pair/vector-pair.skill-set.json`;
export const LOCK = `${SETS}/vector-pair/vector-pair.skill-set.lock.json`;
const read = (file: string) => readFileSync(new URL(`../fixtures/vectors/${file}`, import.meta.url));

/** The manifest and the lock of the vector. */
export const documents = {
  manifest: read("vector-pair.skill-set.json"),
  lock: read("vector-pair.skill-set.lock.json"),
};

/** A project in which the set of the vector is installed, as the client records it. */
export async function installedSet() {
  const members = ["v01-minimal", "v02-nested"] as const;
  const entry = { source: "skills.example.com", sourceType: "well-known", computedHash: "0".repeat(64) };
  const place = await folder({
    [MANIFEST]: documents.manifest,
    [LOCK]: documents.lock,
    [LIST]: JSON.stringify({ version: 1, sets: { "vector-pair": { version: "1.0.0", skills: [] } } }),
    "skills-lock.json": JSON.stringify({
      version: 1,
      skills: Object.fromEntries(members.map((name) => [name, entry])),
    }),
  });
  for (const name of members)
    for (const { path, base64 } of vectors.cases[name].input.files) {
      const file = place.getPath(".agents/skills", name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(base64, "base64"));
    }
  return place;
}
