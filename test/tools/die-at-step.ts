/**
 * Preloaded into `skillpress` by a test (`node --import`), this ends the program with SIGKILL at an exact step.
 *
 * A step is a call that changes the disk in the workspace or the output of a build. `DIE_FROM` says with a part of a
 * path which call is step 1, `DIE_AT` says at which step to die, and `DIE_WHEN` whether `before` or `after` it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { DIE_FROM = "", DIE_AT = "", DIE_WHEN = "" } = process.env;
const CHANGES = ["writeFileSync", "mkdirSync", "renameSync", "rmSync", "copyFileSync", "symlinkSync"] as const;
let steps = 0;

for (const name of CHANGES) {
  const change: (...args: never[]) => unknown = fs[name];
  Object.defineProperty(fs, name, {
    value: (...args: never[]) => {
      if (steps > 0 || args.some((arg) => String(arg).includes(DIE_FROM))) steps += 1;
      if (steps === Number(DIE_AT) && DIE_WHEN === "before") process.kill(process.pid, "SIGKILL");
      try {
        return Reflect.apply(change, fs, args);
      } finally {
        // A call that fails has been made, too.
        if (steps === Number(DIE_AT) && DIE_WHEN === "after") process.kill(process.pid, "SIGKILL");
      }
    },
  });
}
syncBuiltinESMExports();
