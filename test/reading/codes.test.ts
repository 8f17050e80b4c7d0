import { expect, test } from "vitest";
import { type Code, codes } from "../../src/reading/codes.ts";
import { type Content, link, manifest, reading, skill, unreadable } from "../tools/repository.ts";

const small: Readonly<Record<Code, Readonly<Record<string, Content>>>> = {
  too_large: { "a/SKILL.md": `${skill("a")}${"x".repeat(262_144)}` },
  missing_front_matter: { "a/SKILL.md": "Prose.\n" },
  unterminated_front_matter: { "a/SKILL.md": "---\nname: a\n" },
  invalid_front_matter: { "a/SKILL.md": "---\nname: [a\n---\n" },
  invalid_name: { "a/SKILL.md": "---\ndescription: b\n---\n" },
  invalid_description: { "a/SKILL.md": "---\nname: a\n---\n" },
  invalid_exclude: { "SKILLCDN.md": manifest("exclude: [../x]\n") },
  unsupported_type: { "SKILLCDN.md": link },
  unavailable: { "a/SKILL.md": unreadable },
  index_limit: { "a/SKILL.md": `${skill("a")}${"x".repeat(1_000_000)}` },
  excluded_policy: { "SKILLCDN.md": manifest("exclude: [SKILLCDN.md]\n") },
  reference_limit: { "docs/a.md": Array.from({ length: 201 }, (_, index) => `[a](${index}.md)`).join(" ") },
  file_unavailable: { "a/SKILL.md": skill("a", { fields: "skillcdn: {include: [x.md]}\n" }) },
  long_description: { "a/SKILL.md": `---\nname: a\ndescription: ${"d".repeat(1025)}\n---\n` },
  unconventional_name: { "a b/SKILL.md": skill("a b") },
  name_directory_mismatch: { "a/SKILL.md": skill("b") },
  commented_value: { "a/SKILL.md": "---\nname: a\ndescription: b # c\n---\n" },
  anchor_dropped: { "a/SKILL.md": "---\nname: a\ndescription: &b c\n---\n" },
  ignored_field: { "a/SKILL.md": skill("a", { fields: "license: [MIT]\n" }) },
  ignored_directory: { "SKILLCDN.md": manifest("documents: [../x]\n") },
  invisible_characters: { "a/SKILL.md": skill("a", { fields: 'own: "\u00AD"\n' }) },
  omitted_file: { "a/SKILL.md": skill("a"), "a/big": new Uint8Array(2_097_153) },
  unmatched_exclude: { "SKILLCDN.md": manifest("exclude: [drafts]\n"), "draft/a.md": "a" },
  broken_link: { "docs/a.md": "[a](b.md)\n" },
  link_leaves_skill: { "a/SKILL.md": skill("a", { body: "[a](../b.md)\n" }), "b.md": "b" },
};

test.each(Object.entries(small))(
  "%s is found in a small repository, with what is wrong and what to do",
  (code, contents) => {
    const found = reading(contents, { fileBytes: 500_000 }).findings.find((each) => each.code === code);
    expect(found).toMatchObject({ code, path: Object.keys(contents)[0] });
    expect(`${found?.message} ${found?.hint}`).toMatch(/^[A-Z`].*\. .*[.`]$/);
    expect(`${found?.message} ${found?.hint}`).not.toMatch(/undefined|\{\w+\}/);
  },
);

test("every code has a small repository", () => {
  expect(Object.keys(small).toSorted()).toEqual(Object.keys(codes).toSorted());
});
