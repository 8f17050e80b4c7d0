import { afterAll, beforeAll, expect, test } from "vitest";
import { setProject } from "../tools/set-project.ts";
import { type SetDocuments, setDocuments, withSets } from "../tools/set-site.ts";
import type { Site } from "../tools/site.ts";
import { openStage, type Stage } from "../tools/stage.ts";

let stage: Stage;
let site: Site;
let sky: SetDocuments;

beforeAll(async () => {
  stage = await openStage();
  site = await stage.current(stage.secure);
  sky = setDocuments(site, stage.secure, { name: "sky", skills: ["moon", "tides"] });
});

afterAll(() => stage.close());

test("a set at an address is checked together with the lock beside it", async () => {
  const project = await setProject();
  stage.serve(withSets(site, sky), (_, answer) => answer);
  const address = `${stage.secure}/sets/sky.skill-set.json`;
  const { exitCode, data } = await project.told("check", address);
  expect(exitCode).toBe(0);
  expect(data.checked).toMatchObject([
    { file: address, kind: "manifest", name: "sky", members: 2, faults: [], warnings: [] },
    { kind: "lock", setHash: sky.setHash, faults: [], warnings: [] },
  ]);
  const lock = await project.told("check", address.replace(".json", ".lock.json"));
  expect([lock.exitCode, lock.data.checked.length]).toEqual([0, 1]);
  const gone = await project.told("check", `${stage.secure}/sets/gone.skill-set.json`);
  expect([gone.exitCode, gone.error.code]).toEqual([1, "ERR_SKILLSET_FETCH_FAILED"]);
});

test("a lock that is not that of its manifest is told, and so is a page in the place of a lock", async () => {
  const project = await setProject();
  const address = `${stage.secure}/sets/sky.skill-set.json`;
  stage.serve(withSets(site, { ...sky, manifest: sky.manifest.replace("1.0.0", "1.0.1") }), (_, answer) => answer);
  const other = await project.told("check", address);
  expect([other.exitCode, other.error.code]).toEqual([1, "ERR_SKILLSET_INVALID_LOCK"]);
  stage.serve(withSets(site, { ...sky, lock: "<!doctype html>" }), (_, answer) => answer);
  const page = await project.told("check", address);
  expect([page.exitCode, page.error.code]).toEqual([1, "ERR_SKILLSET_INVALID_JSON"]);
});
