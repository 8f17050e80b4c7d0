import { incomplete, type Scenario } from "../tools/scenario.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";
import type { Answer, Reply } from "../tools/host.ts";

/** Sends half of the body against the length that was declared. */
const againstLength =
  ({ headers, body }: Answer): Reply =>
  (response) => {
    response.writeHead(200, { ...headers, "content-length": body.length });
    response.write(body.subarray(0, body.length >> 1), () => response.destroy());
  };

/** Sends half of the body in chunks, and never the last one. */
const withoutEnd =
  ({ headers, body }: Answer): Reply =>
  (response) => {
    response.writeHead(200, { ...headers, "transfer-encoding": "chunked" });
    response.write(body.subarray(0, body.length >> 1), () => response.destroy());
  };

export const scenarios: readonly Scenario[] = [
  {
    title: "a SKILL.md that ends before the length that was declared",
    rows: ["no answer: truncated", "transformed: body cut short, declared length"],
    answer: ({ path, method }, good) => (path === TIDES && method === "GET" ? againstLength(good) : good),
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("unreachable") } },
  },
  {
    title: "an archive in chunks without the last one",
    rows: ["no answer: truncated", "transformed: body cut short, chunked"],
    answer: ({ path, method }, good) => (path === MOON && method === "GET" ? withoutEnd(good) : good),
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, skills: { moon: incomplete("unreachable") } },
  },
  {
    title: "an index that ends before the length that was declared",
    rows: ["no answer: truncated"],
    answer: ({ path, method }, good) => (path === INDEX && method === "GET" ? againstLength(good) : good),
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["unreachable"] },
  },
];
