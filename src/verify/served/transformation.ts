import { sha256 } from "../../artifact/digest.ts";
import { type Diagnosis, diagnosis, type DiagnosisCode } from "./diagnosis.ts";
import type { Answer } from "./host.ts";

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Larger texts are not tried: each attempt hashes all of it. In bytes. */
const TEXT_LIMIT = 4 * 1024 * 1024;

/** A change of text on its way, undone. */
interface Reversal {
  /** The change, when it was the only one. */
  readonly code: Extract<
    DiagnosisCode,
    "byte-order-mark-added" | "byte-order-mark-removed" | "line-ends-to-lf" | "line-ends-to-crlf" | "final-newline"
  >;
  /** The same in words, as one of two. */
  readonly change: string;
  readonly undo: (bytes: Buffer) => readonly Buffer[];
}

const REVERSALS: readonly Reversal[] = [
  {
    code: "byte-order-mark-added",
    change: "a byte order mark was put before it",
    undo: (bytes) => (bytes.subarray(0, 3).equals(MARK) ? [bytes.subarray(3)] : []),
  },
  {
    code: "byte-order-mark-removed",
    change: "its byte order mark was taken off",
    undo: (bytes) => [Buffer.concat([MARK, bytes])],
  },
  {
    code: "line-ends-to-lf",
    change: "its CRLF line ends became LF",
    undo: (bytes) => [replaced(bytes, /\r?\n/g, "\r\n")],
  },
  {
    code: "line-ends-to-crlf",
    change: "its LF line ends became CRLF",
    undo: (bytes) => [replaced(bytes, /\r\n/g, "\n")],
  },
  {
    code: "final-newline",
    change: "the line end at its end was added or taken away",
    undo: (bytes) => [
      Buffer.concat([bytes, Buffer.from("\n")]),
      Buffer.concat([bytes, Buffer.from("\r\n")]),
      withoutFinalLineEnds(bytes),
      Buffer.concat([withoutFinalLineEnds(bytes), Buffer.from("\n")]),
    ],
  },
];

/**
 * Names what a host did to a file, by undoing it on the served bytes and hashing again: one change, or two together.
 *
 * @param hex the SHA-256 that is expected
 */
export function transformationOf({ bytes, wire, contentEncoding }: Answer, hex: string): Diagnosis | undefined {
  if (wire && contentEncoding !== null && sha256(wire) === hex) {
    return bytes
      ? diagnosis("archive-mislabelled-encoding", { encoding: contentEncoding })
      : diagnosis("wrong-encoding", { encoding: contentEncoding });
  }
  if (!bytes || bytes.length > TEXT_LIMIT) return undefined;
  const isRight = (undone: Buffer) => sha256(undone) === hex;
  const single = REVERSALS.find(({ undo }) => undo(bytes).some(isRight));
  if (single) return diagnosis(single.code);
  for (const first of REVERSALS)
    for (const second of REVERSALS)
      if (first !== second && first.undo(bytes).some((undone) => second.undo(undone).some(isRight)))
        return diagnosis("text-saved-again", { first: first.change, second: second.change });
  return undefined;
}

function withoutFinalLineEnds(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1;
  return bytes.subarray(0, end);
}

/** Text with something replaced, byte for byte. */
function replaced(bytes: Buffer, pattern: RegExp, by: string): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(pattern, by), "latin1");
}
