import { asker } from "../tools/asker.ts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as Os from "node:os";
import { join } from "node:path";
import * as Threads from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { compose } from "../../src/publication/compose.ts";
import { treeAt } from "../../src/publication/write/tree.ts";
import { inspectedTree } from "../../src/verify/inspection.ts";
import { openPacker } from "../../src/verify/packer.ts";
import { composeVerified } from "../../src/verify/staged.ts";
import { brief } from "../tools/problems.ts";
import { plainRequest } from "../tools/request.ts";
import { folder, skillMd } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";

vi.mock("node:os", async (original) => {
  const os = await original<typeof Os>();
  return { ...os, availableParallelism: vi.fn<() => number>(() => 3) };
});
vi.mock("node:worker_threads", async (original) => {
  const threads = await original<typeof Threads>();
  return { ...threads, Worker: vi.fn<typeof Threads.Worker>(threads.Worker) };
});

/** More skills than one thread is started for, of all shapes, with a bundle of all and one of some. */
const SKILLS = Object.fromEntries(
  Array.from({ length: 130 }, (_, number) => `skill-${number}`).flatMap((name, number) => [
    [`${number % 3 === 0 ? "group/skills/" : ""}${name}/SKILL.md`, skillMd(name)],
    ...(number % 2 === 0 ? [[`${number % 3 === 0 ? "group/skills/" : ""}${name}/scripts/run`, "#!/bin/sh\n"]] : []),
    [`${number % 3 === 0 ? "group/skills/" : ""}${name}/guide.md`, "[a](missing.md)\n"],
  ]),
);

async function composed(skills: Record<string, string>, threads: number) {
  vi.mocked(Os.availableParallelism).mockReturnValue(threads);
  vi.mocked(Threads.Worker).mockClear();
  const { path } = await folder({ skills });
  const request = { ...plainRequest(join(path, "skills"), "https://docs.example.com"), bundle: "all" };
  const done: number[] = [];
  const root = join(path, "public");
  const composition = await composeVerified(request, root, { ...asker, progress: (number) => void done.push(number) });
  return { composition, root, done, started: vi.mocked(Threads.Worker).mock.calls.length };
}

test("three threads write the same tree, and find the same problems in the same order, as none", async () => {
  const alone = await composed(SKILLS, 1);
  const together = await composed(SKILLS, 3);
  expect([alone.started, together.started]).toEqual([0, 2]);
  expect(brief(together.composition.problems)).toHaveLength(130);
  expect(together.composition.problems).toEqual(alone.composition.problems);
  expect(together.composition.report).toBeDefined();
  expect(together.composition.report).toEqual(alone.composition.report);
  expect(digestsOf(together.root)).toEqual(digestsOf(alone.root));
  expect(together.done).toEqual(Array.from({ length: 130 }, (_, number) => number + 1));
});

test("a few skills are packed without a thread", async () => {
  expect(await composed({ "tides/SKILL.md": skillMd("tides") }, 3)).toMatchObject({ started: 0, done: [1] });
});

test("a skill with an error stops the publication in threads too, and every error is told", async () => {
  const broken = { ...SKILLS, "skill-1/.env": "KEY=1\n", "skill-125/.env": "KEY=1\n" };
  const { composition } = await composed(broken, 3);
  expect(composition.report).toBeUndefined();
  expect(brief(composition.problems.filter(({ severity }) => severity === "error"))).toEqual([
    "error secret-file skill-1/.env",
    "error secret-file skill-125/.env",
  ]);
});

test("what the system refuses to a thread reaches the caller with its code", async () => {
  const { path } = await folder({ skills: SKILLS });
  const root = join(path, "public");
  mkdirSync(root);
  writeFileSync(join(root, "agent-skills"), "in the way");
  const request = { ...plainRequest(join(path, "skills"), "https://docs.example.com"), bundle: "all" };
  const staging = {
    tree: treeAt(root),
    openPacker: (skills: number) => openPacker(inspectedTree(root), { root, request, engine: "native", skills }),
    previous: undefined,
    resolve: async () => new Map(),
  };
  await expect(compose(request, staging)).rejects.toMatchObject({ code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/) });
  expect(readFileSync(join(root, "agent-skills"), "utf8")).toBe("in the way");
});
