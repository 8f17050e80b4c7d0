import { expect } from "vitest";
import { resolveHost } from "../../src/verify/served/addresses.ts";
import { failed, type Scenario } from "../tools/scenario.ts";
import { foreign, offeredMd } from "../tools/site.ts";
import type { Stage } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";
import type { Rules } from "../tools/verifying.ts";

/** The host of the stage under a name that is taken for a public one. */
const publicName = ({ secure }: Stage) => secure.replace("localhost", "docs.example.test");

const rules = (): Rules => ({
  resolve: async (host) =>
    host.endsWith(".example.test")
      ? { addresses: [{ address: "127.0.0.1", family: 4 }], isPrivate: false, isPublic: true }
      : resolveHost(host),
});

const site: Scenario["site"] = (stage) => foreign(publicName(stage), [offeredMd("moon"), offeredMd("tides")]);

const privateIsNotAsked: NonNullable<Scenario["shows"]> = (_, { asked }) =>
  expect(asked().filter(({ host }) => !host.startsWith("docs.example.test"))).toEqual([]);

const LITERALS = [
  "https://10.0.0.1/tides.md",
  "https://192.168.1.1/tides.md",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/tides.md",
  "https://[::ffff:127.0.0.1]/tides.md",
  "https://[fd00::1]/tides.md",
  "https://[fe80::1]/tides.md",
  "https://100.64.0.1/tides.md",
  "https://0.0.0.0/tides.md",
  "https://2130706433/tides.md",
];

export const scenarios: readonly Scenario[] = [
  {
    title: "a public host that names a private address of its own beside the public one",
    rows: ["redirect: to a private or loopback address"],
    site,
    target: publicName,
    rules: () => ({
      resolve: async () => ({ addresses: [{ address: "127.0.0.1", family: 4 }], isPrivate: true, isPublic: true }),
    }),
    expected: { outcome: "failed", exit: 7, reasons: ["unsafe-url"] },
    shows: (_, { asked }) => expect(asked()).toEqual([]),
  },
  {
    title: "a public host that stays public",
    rows: ["match, index alone"],
    site,
    target: publicName,
    rules,
    expected: { outcome: "verified", exit: 0, reasons: ["no-report"] },
  },
  ...LITERALS.map((location): Scenario => ({
    title: `an artifact of a public host that is redirected to ${location}`,
    rows: ["redirect: to a private or loopback address"],
    site,
    target: publicName,
    rules,
    answer: ({ path }, good) =>
      path === "skills/tides.md" ? { status: 302, headers: { location }, body: Buffer.alloc(0) } : good,
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-report"],
      skills: { tides: failed("cross-origin", "unsafe-redirect") },
    },
    shows: privateIsNotAsked,
  })),
  {
    title: "an artifact of a public host that is redirected to a name that leads here",
    rows: ["redirect: to a private or loopback address"],
    site,
    target: publicName,
    rules,
    answer: ({ path, host }, good, { secure }) =>
      path === "skills/tides.md" && host.startsWith("docs.")
        ? { status: 302, headers: { location: `${secure}/${path}` }, body: Buffer.alloc(0) }
        : good,
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-report"],
      skills: { tides: failed("cross-origin", "unsafe-redirect") },
    },
    shows: privateIsNotAsked,
  },
  {
    title: "an index of a public host that is redirected to a private one",
    rows: ["redirect: to a private or loopback address"],
    site,
    target: publicName,
    rules,
    answer: ({ path, host }, good, { secure }) =>
      path === INDEX && host.startsWith("docs.")
        ? { status: 302, headers: { location: `${secure}/${path}` }, body: Buffer.alloc(0) }
        : good,
    expected: { outcome: "failed", exit: 7, reasons: ["index-redirected", "unsafe-redirect"] },
    shows: privateIsNotAsked,
  },
  {
    title: "an index of a public host that names an artifact at a private one",
    rows: ["redirect: to a private or loopback address", "address not https"],
    site: (stage) =>
      foreign(publicName(stage), [
        offeredMd("moon"),
        offeredMd("tides", { entry: { url: `${stage.secure}/skills/tides.md` } }),
      ]),
    target: publicName,
    rules,
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["no-report"],
      skills: { tides: failed("cross-origin", "unsafe-url") },
    },
    shows: privateIsNotAsked,
  },
];
