import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contentOf } from "../../../src/verify/installed/content.ts";
import vectors from "../../fixtures/vectors/vectors.json" with { type: "json" };
import { folder } from "../../tools/skill.ts";

interface Case {
  readonly input: {
    readonly files: readonly { readonly path: string; readonly base64: string }[];
    readonly symlinks?: readonly { readonly path: string; readonly target: string }[];
    readonly empty_dirs?: readonly string[];
  };
  readonly skill_set: { readonly computedHash: string };
}

const cases: Readonly<Record<string, Case>> = vectors.cases;

test.each(Object.entries(cases))(
  "the content of %s is hashed as everybody hashes it",
  async (_, { input, skill_set }) => {
    const { path } = await folder({});
    const place = (inner: string) => {
      mkdirSync(dirname(join(path, inner)), { recursive: true });
      return join(path, inner);
    };
    for (const { path: inner, base64 } of input.files) writeFileSync(place(inner), Buffer.from(base64, "base64"));
    for (const { path: inner, target } of input.symlinks ?? []) symlinkSync(target, place(inner));
    for (const inner of input.empty_dirs ?? []) mkdirSync(join(path, inner), { recursive: true });

    expect(contentOf(path)).toMatchObject({ hash: skill_set.computedHash });
  },
);

test("a folder that is not there, or a link in its place, has no content", async () => {
  const { path } = await folder({ "a/b": "1" });
  symlinkSync(join(path, "a"), join(path, "link"));
  expect(contentOf(join(path, "absent"))).toBeUndefined();
  expect(contentOf(join(path, "link"))).toBeUndefined();
});

test.each([
  ["is there in two Unicode forms", ["\u00E9", "e\u0301"], 'two names are both "\u00E9" once composed'],
  ["has a backslash", ["b\\c"], 'the name "b\\\\c" cannot be hashed'],
])("when a name %s, that is said instead of a hash", async (_, names, fault) => {
  const { path } = await folder({ ".keep": "" });
  for (const name of names) writeFileSync(join(path, name), "x");
  expect(contentOf(path)).toEqual({ fault });
});
