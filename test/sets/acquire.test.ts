import { expect, test } from "vitest";
import { parseSource } from "../../src/sets/acquire.ts";
import { SetFailure } from "../../src/sets/set-failure.ts";

const PIN = "a1b7d2bddd2481eb4f2199c5b7e2b51a1ee058c95635113245a300770d086e2a";
const URL = "https://h.example/sets/sky.skill-set.json";

test.each([
  [URL, undefined, { address: URL, isRemote: true, pin: undefined }],
  [`${URL}#sha256=${PIN}`, undefined, { address: URL, isRemote: true, pin: PIN }],
  [URL, `sha256:${PIN}`, { address: URL, isRemote: true, pin: PIN }],
  [`${URL}#sha256=${PIN}`, `sha256:${PIN}`, { address: URL, isRemote: true, pin: PIN }],
  ["HTTPS://H.example/a", undefined, { address: "https://h.example/a", isRemote: true, pin: undefined }],
  ["sets/sky.skill-set.json", `sha256:${PIN}`, { address: "/here/sets/sky.skill-set.json", isRemote: false, pin: PIN }],
  ["a#b.skill-set.json", undefined, { address: "/here/a#b.skill-set.json", isRemote: false, pin: undefined }],
])("%s with --hash %s", (typed, hash, source) => expect(parseSource(typed, hash, "/here")).toEqual(source));

test.each([
  [`${URL}#`, undefined, "usage"],
  [`${URL}#intro`, undefined, "usage"],
  [`${URL}#sha512=${PIN}`, undefined, "usage"],
  [`${URL}#sha256=${PIN.toUpperCase()}`, undefined, "usage"],
  [`${URL}#sha256:${PIN}`, undefined, "usage"],
  [`${URL}#sha256=${PIN}#`, undefined, "usage"],
  [`${URL}#sha256=${PIN}`, `sha256:${"0".repeat(64)}`, "usage"],
  [URL, PIN, "usage"],
  [URL, `sha256:${PIN.slice(1)}`, "usage"],
  ["", undefined, "usage"],
  ["http://localhost:1/sky.skill-set.json", undefined, "unfetched"],
  ["ftp://h.example/x", undefined, "unfetched"],
  ["https://me:secret@h.example/x", undefined, "unfetched"],
  ["https://", undefined, "unfetched"],
])("%s with --hash %s is refused", (typed, hash, kind) => {
  expect(() => parseSource(typed, hash, "/here")).toThrow(expect.objectContaining({ name: SetFailure.name, kind }));
});
