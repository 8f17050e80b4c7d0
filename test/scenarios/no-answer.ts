import { expect } from "vitest";
import { incomplete, type Scenario } from "../tools/scenario.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

const silent = () => undefined;

export const scenarios: readonly Scenario[] = [
  {
    title: "a name that does not resolve",
    rows: ["no answer: DNS"],
    target: () => "https://skills.invalid",
    rules: () => ({
      limits: { attempts: 1 },
      resolve: () =>
        Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND skills.invalid"), { code: "ENOTFOUND" })),
    }),
    expected: { outcome: "incomplete", exit: 8, basis: "index", reasons: ["unreachable"] },
    shows: ({ index, skills, artifacts_listed }) => {
      expect({ index: index.status, skills, artifacts_listed }).toEqual({
        index: null,
        skills: [],
        artifacts_listed: 0,
      });
    },
  },
  {
    title: "a port that nobody listens at",
    rows: ["no answer: refused"],
    target: () => "http://localhost:1",
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["unreachable"] },
  },
  {
    title: "a certificate that nobody signed",
    rows: ["no answer: TLS"],
    target: ({ selfSigned }) => selfSigned,
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["unreachable"] },
  },
  {
    title: "an index that never comes",
    rows: ["no answer: timeout"],
    answer: ({ path }, good) => (path === INDEX ? silent : good),
    rules: () => ({ limits: { attempts: 1, requestSeconds: 1 } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["unreachable"] },
  },
  {
    title: "an artifact whose answer stops in the middle",
    rows: ["no answer: timeout"],
    answer: ({ path, method }, good) =>
      path === TIDES && method === "GET"
        ? (response) => {
            response.writeHead(200, { ...good.headers, "content-length": good.body.length });
            response.write(good.body.subarray(0, 10));
          }
        : good,
    rules: () => ({ limits: { attempts: 1, requestSeconds: 1 } }),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("unreachable") } },
  },
  {
    title: "a connection that is reset before an answer",
    rows: ["no answer: reset"],
    answer: ({ path }, good) => (path === TIDES ? (response) => void response.socket?.resetAndDestroy() : good),
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("unreachable") } },
  },
  {
    title: "a host that switches to another protocol",
    rows: ["no answer: reset"],
    answer: ({ path }, good) =>
      path === TIDES
        ? (response) => {
            const head = "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nx";
            response.socket?.end(head);
          }
        : good,
    rules: () => ({ limits: { attempts: 1 } }),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("unreachable") } },
  },
  {
    title: "a server that is in trouble",
    rows: ["no answer: 5xx"],
    answer: ({ path }, good) =>
      path === MOON ? { ...good, status: 503, headers: { ...good.headers, "retry-after": "0" } } : good,
    expected: { outcome: "incomplete", exit: 8, skills: { moon: incomplete("unreachable") } },
    shows: ({ limits }, { asked }) =>
      expect(asked().filter(({ path, method }) => path === MOON && method === "GET").length).toBe(limits.attempts),
  },
  {
    title: "a server that is in trouble from the beginning",
    rows: ["no answer: 5xx"],
    answer: (_, good) => ({ ...good, status: 500, headers: { "retry-after": "0" } }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["unreachable"] },
  },
  {
    title: "a host that asks for patience and then never answers",
    rows: ["no answer: 429 after retries"],
    answer: ({ path }, good) =>
      path === TIDES ? { ...good, status: 429, headers: { ...good.headers, "retry-after": "0" } } : good,
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("unreachable") } },
  },
];
