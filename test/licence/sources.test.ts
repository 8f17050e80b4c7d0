import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LICENCE_LIMIT, licenceLabel, licenceOf, type LicenceFile, type Sources } from "../../src/licence/index.ts";

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
The above copyright notice shall be included`;
const file = (path: string, text: string): LicenceFile => ({ path, content: Buffer.from(text) });
const field = (path: string, text: string) => ({ path, text });

const RESERVED = file("kit/skills/oven/LICENSE", "Acme. All rights reserved.");
const ALL: Sources = {
  skill: { files: [RESERVED], field: field("kit/skills/oven/SKILL.md", "CC-BY-NC-4.0") },
  manifests: [field("kit/skills/SKILLCDN.md", "Proprietary"), field("kit/SKILLCDN.md", "ISC")],
  root: { files: [file("LICENSE", MIT)], field: field("SKILLCDN.md", "Apache-2.0") },
};
const labelOf = (sources: Sources) => licenceLabel(licenceOf(sources).licence);
const noFiles = { ...ALL, skill: { files: [], field: ALL.skill?.field } };

test.each<[string, Sources, string]>([
  ["the licence file of the skill", ALL, "all rights reserved (kit/skills/oven/LICENSE)"],
  ["its field", noFiles, "CC-BY-NC-4.0 (kit/skills/oven/SKILL.md)"],
  ["the nearest manifest", { ...ALL, skill: undefined }, "proprietary (kit/skills/SKILLCDN.md)"],
  ["the next manifest", { ...ALL, skill: undefined, manifests: ALL.manifests.slice(1) }, "ISC (kit/SKILLCDN.md)"],
  ["the root's licence file", { ...ALL, skill: undefined, manifests: [] }, "MIT (LICENSE)"],
  [
    "the root manifest",
    { skill: undefined, manifests: [], root: { files: [], field: ALL.root.field } },
    "Apache-2.0 (SKILLCDN.md)",
  ],
  ["nobody", { manifests: [], root: { files: [], field: undefined } }, "none declared"],
])("%s speaks when nothing before it does", (_, sources, label) => {
  expect(labelOf(sources)).toBe(label);
});

test("a blank field and one that points elsewhere let the next source speak", () => {
  const skill = (text: string) => ({ ...ALL, skill: { files: [], field: field("a/SKILL.md", text) } });
  for (const text of ["", "See LICENSE"]) expect(labelOf(skill(text))).toBe("proprietary (kit/skills/SKILLCDN.md)");
});

test("of LICENSE and LICENSE.md, LICENSE decides", () => {
  const root = { files: [file("LICENSE.md", "All rights reserved"), file("LICENSE", MIT)], field: undefined };
  expect(labelOf({ manifests: [], root })).toBe("MIT (LICENSE)");
});

test("a file that is no licence does not speak", () => {
  const root = { files: [file("LICENSES", MIT), file("README.md", MIT)], field: undefined };
  expect(labelOf({ manifests: [], root })).toBe("none declared");
});

test.each<[string, LicenceFile["content"]]>([
  ["too long", Buffer.from(MIT.padEnd(LICENCE_LIMIT + 1))],
  ["binary", Buffer.from(`${MIT}\0`)],
  ["not UTF-8", Buffer.concat([Buffer.from(MIT), Buffer.from([0xff])])],
  ["empty", Buffer.alloc(0)],
  ["unreadable", "unreadable"],
])("a licence that is %s is restrictive and unrecognised, whatever comes behind it", (_, content) => {
  const files = [{ path: "a/LICENSE", content }, file("a/LICENSE.md", MIT)];
  expect(licenceOf({ ...ALL, skill: { files, field: undefined } }).licence).toEqual({
    kind: "restrictive",
    name: "unrecognised",
    from: "a/LICENSE",
  });
});

test("a licence of exactly the limit is read", () => {
  const files = [file("LICENSE", MIT.padEnd(LICENCE_LIMIT))];
  expect(labelOf({ manifests: [], root: { files, field: undefined } })).toBe("MIT (LICENSE)");
});

test("a licence that is a link counts as absent, and is named", () => {
  const files = [{ path: "a/LICENSE", content: "link" } as const, file("a/LICENSE.md", MIT)];
  const { licence, problems } = licenceOf({ ...ALL, skill: { files, field: undefined } });
  expect(licenceLabel(licence)).toBe("MIT (a/LICENSE.md)");
  expect(problems).toMatchObject([{ code: "licence-link", severity: "warning", path: "a/LICENSE" }]);
});

test("a link that nobody has to look at is not named", () => {
  expect(
    licenceOf({ ...ALL, root: { files: [{ path: "LICENSE", content: "link" }], field: undefined } }).problems,
  ).toEqual([]);
});

test.each([
  ["https://example.com/LICENSE", ALL.root, 1],
  ["See LICENSE", ALL.root, 0],
  ["See LICENSE", { files: [], field: undefined }, 1],
  ["Complete terms in LICENSE.txt", { files: [], field: field("SKILLCDN.md", "MIT") }, 1],
  ["", { files: [], field: undefined }, 0],
])("the pointer `%s` is warned of unless a licence file decides after it", (text, root, count) => {
  const skill = { files: [], field: field("a/SKILL.md", text) };
  const { problems } = licenceOf({ skill, manifests: [], root });
  const warning = { code: "licence-pointer", severity: "warning", path: "a/SKILL.md" };
  expect(problems).toMatchObject(Array.from({ length: count }, () => warning));
});

test("a skill at the root has the root's files, and a link among them is named once", () => {
  const files = [{ path: "LICENSE", content: "link" } as const];
  const { licence, problems } = licenceOf({
    skill: { files, field: undefined },
    manifests: [],
    root: { files, field: undefined },
  });
  expect(licence.kind).toBe("none");
  expect(problems).toHaveLength(1);
});

test("whatever is written, there is one answer, and only known names are permissive", () => {
  const words = fc.constantFrom(
    "MIT",
    "or",
    "(",
    ")",
    "/",
    "with",
    "-",
    ",",
    "version",
    "see",
    "license",
    "2.0",
    "proprietary",
    " ",
  );
  const written = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 40 }).map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(written, (text) => {
      const { licence } = licenceOf({
        skill: { files: [], field: field("a/SKILL.md", text) },
        manifests: [],
        root: { files: [], field: undefined },
      });
      if (licence.kind === "permissive") expect(text).toMatch(/MIT/i);
    }),
    { seed: 1 },
  );
});
