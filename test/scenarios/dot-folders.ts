import type { Scenario } from "../tools/scenario.ts";
import { withBuild } from "../tools/stage.ts";

const stripped =
  (headers: Readonly<Record<string, string>>): NonNullable<Scenario["answer"]> =>
  ({ path }, good) => ({
    ...good,
    headers: { ...good.headers, ...headers },
    ...(path.split("/").some((part) => part.startsWith(".")) ? { status: 404 } : {}),
  });

export const scenarios: readonly Scenario[] = [
  {
    title: "an upload that left dot folders out",
    rows: ["fault of a host", "index missing"],
    answer: stripped({}),
    expected: { outcome: "failed", exit: 7, reasons: ["missing"], diagnosis: "dot-folders-stripped" },
  },
  {
    title: "GitHub Pages without dot folders",
    rows: ["fault of a host"],
    answer: stripped({ server: "GitHub.com" }),
    flags: withBuild,
    expected: { outcome: "failed", exit: 7, reasons: ["missing"], diagnosis: "jekyll" },
  },
];
