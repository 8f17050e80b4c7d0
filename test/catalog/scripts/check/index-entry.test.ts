import { expect, test } from "vitest";
import { readEntry } from "../../../../src/catalog/scripts/check/index-entry.ts";
import { encodeIndex, type IndexEntry } from "../../../../src/publication/discovery-index.ts";

const entry = (name: string, rest: Partial<IndexEntry> = {}): IndexEntry => ({
  name,
  type: "archive",
  description: `Does ${name}.`,
  url: `https://docs.example.com/agent-skills/${name}.tar.gz`,
  digest: `sha256:${"0f".repeat(32)}`,
  ...rest,
});
const read = (text: string | Uint8Array, name = "moon") =>
  readEntry(typeof text === "string" ? new TextEncoder().encode(text) : text, name);
const SCHEMA = '"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json"';

test("the address and the digest of a skill are read from an index as it is published", () => {
  const { url, digest } = entry("moon");
  expect(read(encodeIndex([entry("moo"), entry("moon"), entry("moons")]))).toEqual({ url, digest });
});

test.each([
  ["is no JSON", "{", "index-not-json"],
  ["is a list", "[]", "unknown-schema"],
  ["is null", "null", "unknown-schema"],
  ["has no schema", '{"skills":[{"name":"moon"}]}', "unknown-schema"],
  ["has another schema", `{${SCHEMA.replace("0.2.0", "0.3.0")},"skills":[]}`, "unknown-schema"],
  ["has a schema with a slash at its end", `{${SCHEMA.replace(/"$/, '/"')},"skills":[]}`, "unknown-schema"],
  ["has no list", `{${SCHEMA},"skills":{"moon":{}}}`, "index-shape"],
  ["is empty", `{${SCHEMA},"skills":[]}`, "catalogue-differs"],
  ["lacks the skill", encodeIndex([entry("tides")]), "catalogue-differs"],
  ["has the skill twice", encodeIndex([entry("moon"), entry("moon")]), "duplicate-name"],
  ["has no digest", `{${SCHEMA},"skills":[{"name":"moon","url":"https://x/"}]}`, "bad-entry"],
  ["has a digest of another kind", encodeIndex([entry("moon", { digest: "sha256-AbC=" })]), "bad-entry"],
  ["has a digest in capitals", encodeIndex([entry("moon", { digest: `sha256:${"0F".repeat(32)}` })]), "bad-entry"],
])("an index that %s is a reason, never an entry", (_, index, code) => {
  expect(read(index)).toMatchObject({
    code,
    severity: code === "unknown-schema" ? "unverifiable" : "failed",
  });
});
