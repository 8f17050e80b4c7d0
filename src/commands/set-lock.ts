import { basename, join, resolve } from "node:path";
import { LOCK_ENDING, SET_ENDING } from "../skill-set/set-manifest.ts";
import { DOCUMENT_LIMIT } from "../skill-set/strict-json.ts";
import { problem } from "../problem.ts";
import { readManifestDocument } from "../sets/documents.ts";
import { makeLock, putLock, writeLock } from "../sets/lock.ts";
import { places } from "../sets/places.ts";
import { readFileAt } from "../sets/read-file.ts";
import { SetFailure } from "../sets/set-failure.ts";
import { refuseHalfDone } from "../sets/workspace.ts";
import { visible } from "../visible.ts";
import type { SetCommand } from "./set.ts";
import { show, shown } from "./show.ts";
import { count } from "./summary.ts";

/** Makes the lock of a manifest from what is installed in the project, or makes it again. */
export function setLock({ operand, io, say }: SetCommand): object {
  if (operand?.endsWith(SET_ENDING) !== true)
    throw new SetFailure("usage", `\`set lock\` needs the path of a manifest, which ends in ${SET_ENDING}`);
  refuseHalfDone(io.project);
  const path = resolve(io.invokedFrom, operand);
  const bytes = readFileAt(path, operand, DOCUMENT_LIMIT);
  if (!bytes) throw new SetFailure("usage", `\`${operand}\` does not exist`);
  const manifest = readManifestDocument(bytes, basename(path));
  const made = makeLock(io.project, manifest);
  const target = path.slice(0, -SET_ENDING.length) + LOCK_ENDING;
  const lock = shown(target, io);
  const isInProject = target === join(io.project, places.lock(manifest.name));
  const isNew = isInProject ? putLock(io.project, manifest, made.bytes) : writeLock(target, made.bytes);
  show(
    made.unhashed.map((each) => problem("set-content-unhashed", { path: each })),
    io,
    "",
  );
  const { name, skills } = manifest;
  const did = isNew ? "Locked" : "Already locked:";
  say(`${did} ${name} ${manifest.version}, ${count(skills.length, "member")}, in ${visible(lock)}.\n`);
  say(`Set hash ${made.setHash}\n`);
  return { name, lock, setHash: made.setHash, members: skills.length, unhashed: made.unhashed };
}
