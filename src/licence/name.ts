import { byBytes } from "../order.ts";

const NAME = /^(?:licen[sc]e|copying|unlicense)(?:[-_]([A-Za-z0-9.-]+))?$/i;
const EXTENSION = /\.(?:md|txt|rst|markdown|lesser)$/i;

/** True for the name of a licence file: `LICENSE`, `LICENCE.md`, `COPYING.LESSER`, `LICENSE-Apache-2.0.txt`. */
export function isLicenceFile(name: string): boolean {
  const stem = name.replace(EXTENSION, "");
  const match = NAME.exec(stem);
  if (!match) return false;
  // What follows the last dot of `LICENSE-Apache-2.0` is a version, of `LICENSE-plate.jpg` another kind of file.
  return stem !== name || !/\.[A-Za-z][A-Za-z0-9-]*$/.test(match[1] ?? "");
}

const CLASSES = [/^license$/i, /^license\./i, /^license/i, /^licence/i, /^copying/i];

/** Orders the names of licence files in a folder by the one that speaks for it. */
export function byPreference(left: string, right: string): number {
  return classOf(left) - classOf(right) || byBytes(left, right);
}

function classOf(name: string): number {
  const index = CLASSES.findIndex((each) => each.test(name));
  return index === -1 ? CLASSES.length : index;
}
