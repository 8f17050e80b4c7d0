/**
 * Preloaded into `skillpress` by a test (`node --import`), this ends the program with SIGKILL just before an exact step.
 *
 * A step is a call that changes the disk. `DIE_FROM` says with a part of a path which call is step 1, `DIE_AT` says
 * before which step to die.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { DIE_FROM = "", DIE_AT = "" } = process.env;
const CHANGES = [
  "writeFileSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "copyFileSync",
  "symlinkSync",
] as const;
let steps = 0;

for (const name of CHANGES) {
  const change: (...args: never[]) => unknown = fs[name];
  Object.defineProperty(fs, name, {
    value: (...args: never[]) => {
      if (steps > 0 || args.some((arg) => String(arg).includes(DIE_FROM))) steps += 1;
      if (steps === Number(DIE_AT)) process.kill(process.pid, "SIGKILL");
      return Reflect.apply(change, fs, args);
    },
  });
}
syncBuiltinESMExports();
