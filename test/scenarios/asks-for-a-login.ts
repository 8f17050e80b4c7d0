import type { Answer } from "../tools/host.ts";
import { incomplete, type Scenario } from "../tools/scenario.ts";
import { TIDES } from "../tools/stage.ts";

const LOGIN: Answer = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: Buffer.from(
    '<!doctype html><title>Log in</title><form method="post"><input type="password" name="password"></form>\n',
  ),
};

export const scenarios: readonly Scenario[] = [
  ...[401, 403].map((status): Scenario => ({
    title: `a deployment that answers ${status}`,
    rows: ["access denied: 401 or 403"],
    answer: () => ({ status, headers: { "content-type": "text/plain" }, body: Buffer.from("no\n") }),
    expected: { outcome: "incomplete", exit: 8, reasons: ["access-denied"] },
  })),
  {
    title: "an artifact that answers 403",
    rows: ["access denied: 401 or 403"],
    answer: ({ path }, good) => (path === TIDES ? { ...good, status: 403 } : good),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("access-denied") } },
  },
  {
    title: "a deployment that redirects to a page with a login",
    rows: ["access denied: login page"],
    answer: ({ path }) =>
      path === "login" ? LOGIN : { status: 302, headers: { location: "/login?next=1" }, body: Buffer.alloc(0) },
    expected: { outcome: "incomplete", exit: 8, reasons: ["access-denied"] },
  },
  {
    title: "a deployment that answers everything with a login",
    rows: ["access denied: login page"],
    answer: () => LOGIN,
    expected: { outcome: "incomplete", exit: 8, reasons: ["access-denied"] },
  },
];
