import { readRegular } from "../verify/installed/read-file.ts";
import { SetFailure } from "./set-failure.ts";

/**
 * Reads a file on which it depends what counts as verified: only where nothing is, there is none. A link, a folder or a
 * pipe in its place is refused.
 *
 * @param file absolute path
 * @param name what messages call it
 * @param limit most bytes
 * @returns undefined when there is nothing
 * @throws SetFailure `occupied`; TooLarge; a system error
 */
export function readFileAt(file: string, name: string, limit: number): Buffer | undefined {
  const read = readRegular(file, name, limit);
  if (read === undefined || Buffer.isBuffer(read)) return read;
  throw new SetFailure("occupied", `${name} is ${read.is}`, {
    hint: "Put the file itself there, or take away what is in its place.",
  });
}
