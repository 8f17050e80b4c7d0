import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { SkillSet } from "../../src/options.ts";
import { openSets, type Resolved } from "../../src/publication/compose-sets.ts";
import { judgeSets } from "../../src/publication/judge-sets.ts";
import { parseOrigin } from "../../src/publication/origin.ts";
import { composed } from "../tools/publication.ts";
import { skillMd } from "../tools/skill.ts";

const origin = parseOrigin("https://docs.example.com");

/** Of the skills `moon`, `tides` and `tidy`, and of the internal `hidden`. */
const survey = {
  candidates: ["moon", "tides", "tidy"].map((name) => ({
    folder: { path: name, entries: [], bundle: undefined },
    frontMatter: { name, description: "", license: null, compatibility: null, metadata: {}, internal: false },
  })),
  internal: ["hidden"],
};

const sky = (fields: Partial<SkillSet>): SkillSet => ({ name: "sky", version: "1.0.0", members: ["moon"], ...fields });

/** What is found in sets, a line each: code and message, and the hint where it depends on the case. */
function found(sets: readonly SkillSet[], { resolve = true } = {}): string[] {
  return judgeSets(sets, { origin, survey, resolve }).map(({ code, message }) => `${code}: ${message}`);
}

const hints = (fields: Partial<SkillSet>) =>
  judgeSets([sky(fields)], { origin, survey, resolve: true }).map(({ hint }) => hint);

test("a set of skills that are published, and of members elsewhere, has no problem", () => {
  const elsewhere = [
    "https://skills.example.org/at/stars/1.0.0@stars",
    "http://localhost:4321/at/sun/1@sun",
    "http://127.0.0.1:4321/p@rain",
    "https://github.com/owner/repo",
    "https://git.example.org/owner/repo.git@wind#v1.2.0",
    "owner/repo@snow#v1.2.0",
    "git@github.com:owner/repo@hail",
    "github:owner/repo@fog",
  ];
  const author = { name: "A", url: "https://a.example/~a?b=c#d", uri: "https://a.example:8443/%C3%A4" };
  expect(found([sky({ members: ["moon", "tides", ...elsewhere], author, homepage: "https://a.example/" })])).toEqual(
    [],
  );
  for (const version of ["0.0.0", "1.0.0-rc.1", "1.0.0+build.7", "1.0.0-a.b+c"])
    expect(found([sky({ version })])).toEqual([]);
});

test.each([
  "1",
  "1.0",
  "v1.0.0",
  "=1.0.0",
  " 1.0.0",
  "1.0.0 ",
  "1.0.0\n",
  "01.0.0",
  "1.0.0-01",
  "latest",
  "",
  "^1.0.0",
  "../1.0.0",
])("`%s` is no version", (version) => {
  expect(found([sky({ version })])).toEqual([
    `invalid-set: The set \`sky\` cannot be published: \`${version}\` is no version of SemVer 2.0.0, such as \`1.0.0\`.`,
  ]);
});

test("a version is no longer than a folder's name may be", () => {
  const version = (length: number) => `1.0.0-${"a".repeat(length - "1.0.0-".length)}`;
  expect(found([sky({ version: version(128) })])).toEqual([]);
  expect(found([sky({ version: version(129) })])).toEqual([expect.stringContaining("more than 128 characters")]);
});

test.each([
  "http://a.example",
  "https://exämple.com",
  "https://a.example/a b",
  "https://a.example/[",
  "mailto:a@a.example",
])("`%s` is no address for a set's fields", (address) => {
  const author = { name: "A", url: address, uri: address };
  const wrong = (field: string) =>
    `invalid-set: The set \`sky\` cannot be published: \`${field}\` is an address that not all readers of addresses admit.`;
  expect(found([sky({ author, homepage: address })])).toEqual([
    wrong("author.url"),
    wrong("author.uri"),
    wrong("homepage"),
  ]);
});

test("two sets of one name, and one member twice", () => {
  expect(found([sky({ members: ["moon", "moon"] }), sky({})])).toEqual([
    "invalid-set: The set `sky` cannot be published: 2 sets have this name.",
    "invalid-set: The set `sky` cannot be published: `moon` is its member 2 times.",
  ]);
});

test.each([
  ["tide", "Correct the name in `sets`, or remove it; did you mean `tides` or `tidy`?"],
  ["mon", "Correct the name in `sets`, or remove it; did you mean `moon`?"],
  ["completely-else", "Correct the name in `sets`, or remove it."],
])("a skill `%s` that is not published", (name, hint) => {
  expect(found([sky({ members: [name] })])).toEqual([
    `unknown-set-member: The set \`sky\` has the member \`${name}\`, but this build publishes no skill of this name.`,
  ]);
  expect(hints({ members: [name] })).toEqual([hint]);
});

test("a skill that is not to be published, and one that consumers would overwrite", () => {
  const members = ["hidden", "skill-sets", "https://skills.example.org/p@skill-sets"];
  expect(found([sky({ members })])).toEqual([
    "unknown-set-member: The set `sky` has the member `hidden`, but the skill is marked `metadata.internal: true`.",
    "unknown-set-member: The set `sky` has the member `skill-sets`, but no set can hold a skill of this name.",
    expect.stringMatching(/^invalid-set-member: .* names the skill `skill-sets`, whose folder is that of the sets/),
  ]);
});

test.each([
  ["https://skills.example.org", "it does not name its skill"],
  ["https://skills.example.org/p@Code", "it does not name its skill"],
  ["https://skills.example.org/p@sun#v1", "clients ignore what follows `#`"],
  ["https://skills.example.org/p@sun#", "it ends with `#`"],
  ["http://skills.example.org/p@sun", "it is not https"],
  ["ftp://skills.example.org/p@sun", "it is not https"],
  ["https://me:secret@skills.example.org/p@sun", "it contains user information"],
  ["https://intranet/p@sun", "its host is `intranet`, which is no public name"],
  ["https://me@localhost", "its host is `me`, which is no public name"],
  ["https://skills.example.org/p?x=1@sun", "its address is not one that all readers of addresses admit"],
  ["ssh://git@example.org/p@sun", "it contains user information"],
  ["https://skills.example.org/a%zz@sun", "its address is not one that all readers of addresses admit"],
  ["https://", "its address is not one that all readers of addresses admit"],
  ["https://skills.example.org/a b@sun", "it has a blank or a character beyond ASCII"],
  ["https://skills.example.org/ä@sun", "it has a blank or a character beyond ASCII"],
  ["owner/repo@sun\u001B[31m", "it has a blank or a character beyond ASCII"],
  ["https://docs.example.com@sun", "it is an address of this publication"],
  ["https://docs.example.com/agent-skills/moon@moon", "it is an address of this publication"],
  ["https://DOCS.example.com/agent-skills/moon@moon", "it is an address of this publication"],
  ["https://docs.example.com:443/agent-skills@moon", "it is an address of this publication"],
  ["./skills/sun", "it is neither an address nor a repository"],
  ["../skills@sun", "it is neither an address nor a repository"],
  ["/srv/skills@sun", "it is neither an address nor a repository"],
  ["C:/skills@sun", "it is neither an address nor a repository"],
  ["owner/../repo@sun", "it is neither an address nor a repository"],
  ["file:///srv/skills@sun", "it is not https"],
])("the locator `%s` is refused", (locator, reason) => {
  const [problem, ...others] = judgeSets([sky({ members: [locator] })], { origin, survey, resolve: true });
  expect(others).toEqual([]);
  expect(problem?.code).toBe("invalid-set-member");
  expect(problem?.message).toContain(reason);
  expect(problem?.hint).not.toBe("");
});

test("without leave to install, a member that is published elsewhere cannot be locked", () => {
  const members = ["https://skills.example.org/p@sun", "owner/repo@snow"];
  expect(found([sky({ members })], { resolve: false }).map((each) => each.split(":")[0])).toEqual([
    "set-needs-resolve",
    "set-needs-resolve",
  ]);
});

/** What becomes of a set whose foreign members are found to be this. */
async function resolved(members: readonly string[], answer: Readonly<Record<string, Resolved>>) {
  const sets = [sky({ members })];
  const resolve = async () => new Map(Object.entries(answer));
  const written: string[] = [];
  const composer = openSets({ sets, origin, previous: undefined, resolve });
  const { problems } = await composer.end((path) => void written.push(path));
  return { written, problems: problems.map(({ code, message }) => `${code}: ${message}`) };
}

test("members that cannot be installed are all told, and nothing is written", async () => {
  const [sun, hail] = ["https://a.example.org/p@sun", "o/hail"];
  const computedHash = "0".repeat(64);
  const { written, problems } = await resolved([sun, hail], {
    [sun]: { reason: "the client said: no" },
  });
  expect(written).toEqual([]);
  expect(problems).toEqual([
    `set-member-unresolved: The member \`${sun}\` of the set \`sky\` could not be resolved: the client said: no.`,
    "set-member-unresolved: The member `o/hail` of the set `sky` could not be resolved: it was not installed.",
  ]);
  expect((await resolved([sun], { [sun]: { skill: "sun", computedHash } })).written).toHaveLength(4);
});

test("everything that is wrong with skills and sets is told in one run, and nothing is written", async () => {
  const skills = { "moon/SKILL.md": skillMd("moon"), "broken/SKILL.md": "no front matter" };
  const { report, root, problems } = await composed(skills, {
    sets: [
      sky({ version: "1", members: ["mon", "https://skills.example.org"] }),
      { ...sky({ members: ["https://skills.example.org/p@moon", "moon"] }), name: "sea" },
    ],
  });
  expect(report).toBeUndefined();
  expect(existsSync(root) ? readdirSync(root) : []).toEqual([]);
  expect(new Set(problems.map(({ code }) => code))).toEqual(
    new Set(["missing-front-matter", "invalid-set", "unknown-set-member", "invalid-set-member", "set-needs-resolve"]),
  );
});

test("a set is published of skills without other problems, in spite of warnings", async () => {
  const { report, problems } = await composed({ "other/SKILL.md": skillMd("moon") }, { sets: [sky({})] });
  expect(problems.map(({ severity }) => severity)).toEqual(["warning"]);
  expect(report?.sets.map(({ name }) => name)).toEqual(["sky"]);
});
