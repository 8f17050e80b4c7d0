import { expect } from "vitest";
import type { Answer } from "../tools/host.ts";
import { failed, incomplete, type Scenario, warned } from "../tools/scenario.ts";
import { foreign, offeredMd, put } from "../tools/site.ts";
import { MOON, TIDES } from "../tools/stage.ts";
import { INDEX } from "../tools/tamper.ts";

const to = (location: string, status = 302): Answer => ({
  status,
  headers: { location },
  body: Buffer.from("moved\n"),
});

export const scenarios: readonly Scenario[] = [
  {
    title: "an artifact that is redirected twice on its host",
    rows: ["redirect: same host", "transformed: redirected"],
    site: async ({ current }) => {
      const site = await current();
      return put(site, "moved/again.md", site.get(TIDES) ?? "");
    },
    answer: ({ path }, good) => {
      if (path === TIDES) return to("/moved/once", 301);
      return path === "moved/once" ? to("again.md", 308) : good;
    },
    expected: { outcome: "verified", exit: 0, basis: "index" },
    shows: ({ skills }, { origin }) =>
      expect(skills.find(({ name }) => name === "tides")).toMatchObject({
        url: `${origin}/${TIDES}`,
        final_url: `${origin}/moved/again.md`,
        status: 200,
        redirects: [
          { status: 301, url: `${origin}/moved/once` },
          { status: 308, url: `${origin}/moved/again.md` },
        ],
      }),
  },
  {
    title: "an index that is redirected on its host",
    rows: ["redirect: same host"],
    site: async ({ current }) => {
      const site = await current();
      return put(site, "index.json", site.get(INDEX) ?? "");
    },
    answer: ({ path }, good) => (path === INDEX ? to("/index.json") : good),
    expected: { outcome: "verified", exit: 0 },
    shows: ({ index, target }, { origin }) => {
      expect(index.redirects).toEqual([{ status: 302, url: `${origin}/index.json` }]);
      expect(target).toMatchObject({ index_url: `${origin}/${INDEX}`, final_url: `${origin}/index.json` });
    },
  },
  {
    title: "an artifact that is redirected to another host",
    rows: ["redirect of an artifact: other host"],
    answer: ({ path, host }, good, { elsewhere }) =>
      path === TIDES && host.startsWith("localhost") ? to(`${elsewhere}/${TIDES}`) : good,
    expected: { outcome: "verified", exit: 0, skills: { tides: warned("cross-origin") } },
  },
  {
    title: "an artifact that is redirected to another host, which may not be",
    rows: ["redirect of an artifact: other host, same origin demanded"],
    answer: ({ path, host }, good, { elsewhere }) =>
      path === TIDES && host.startsWith("localhost") ? to(`${elsewhere}/${TIDES}`) : good,
    flags: () => ["--same-origin"],
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("cross-origin") } },
  },
  {
    title: "an artifact that is redirected to another host, which has other bytes",
    rows: ["redirect of an artifact: other host", "mismatch"],
    answer: ({ path, host }, good, { elsewhere }) => {
      if (path !== TIDES) return good;
      return host.startsWith("localhost") ? to(`${elsewhere}/${TIDES}`) : { ...good, body: Buffer.from("# Other\n") };
    },
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("cross-origin", "digest-mismatch") } },
  },
  {
    title: "an index with absolute addresses that is redirected to another host",
    rows: ["redirect of the index: other host"],
    answer: ({ path, host }, good, { elsewhere }) =>
      path === INDEX && host.startsWith("localhost") ? to(`${elsewhere}/${INDEX}`) : good,
    expected: {
      outcome: "verified",
      exit: 0,
      reasons: ["index-redirected"],
      skills: {
        moon: warned("cross-origin"),
        rain: warned("cross-origin"),
        sun: warned("cross-origin"),
        tides: warned("cross-origin"),
      },
    },
  },
  {
    title: "an index with relative addresses that is redirected to another host with the same files",
    rows: ["redirect of the index: other host"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides", { entry: { url: "/skills/tides.md" } })]),
    answer: ({ path, host }, good, { elsewhere }) =>
      path === INDEX && host.startsWith("localhost") ? to(`${elsewhere}/${INDEX}`) : good,
    expected: { outcome: "verified", exit: 0, reasons: ["index-redirected", "no-report", "other-origin"] },
  },
  {
    title: "an index with relative addresses that is redirected to another host with other files",
    rows: ["redirect of the index: bases differ"],
    site: ({ origin }) => foreign(origin, [offeredMd("tides", { entry: { url: "/skills/tides.md" } })]),
    answer: ({ path, host }, good, { elsewhere }) => {
      if (path === INDEX && host.startsWith("localhost")) return to(`${elsewhere}/${INDEX}`);
      return path === "skills/tides.md" && host.startsWith("localhost")
        ? { ...good, body: Buffer.from("# Old\n") }
        : good;
    },
    expected: {
      outcome: "failed",
      exit: 7,
      reasons: ["index-redirected", "no-report", "other-origin"],
      skills: { tides: failed("ambiguous-base") },
    },
  },
  {
    title: "an artifact that is redirected from https to http",
    rows: ["redirect: https to http"],
    site: ({ current, secure }) => current(secure),
    target: ({ secure }) => secure,
    answer: ({ path, secure }, good, { origin }) => (path === TIDES && secure ? to(`${origin}/${TIDES}`) : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("unsafe-redirect") } },
  },
  {
    title: "an index that is redirected from https to http",
    rows: ["redirect: https to http"],
    site: ({ current, secure }) => current(secure),
    target: ({ secure }) => secure,
    answer: ({ path, secure }, good, { origin }) => (path === INDEX && secure ? to(`${origin}/${INDEX}`) : good),
    expected: { outcome: "failed", exit: 7, reasons: ["unsafe-redirect"] },
  },
  ...["ftp://localhost/x", "data:text/plain,x", "file:///etc/passwd"].map((location): Scenario => ({
    title: `an artifact that is redirected to ${location}`,
    rows: ["redirect: https to http"],
    answer: ({ path }, good) => (path === TIDES ? to(location) : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("unsafe-redirect") } },
  })),
  {
    title: "an artifact that is redirected to itself",
    rows: ["redirect: loop"],
    answer: ({ path }, good) => (path === TIDES ? to(`/${TIDES}`) : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("redirect-loop") } },
  },
  {
    title: "an archive that is redirected in a circle of two",
    rows: ["redirect: loop"],
    answer: ({ path }, good) => {
      if (path === MOON) return to("/other");
      return path === "other" ? to(`/${MOON}`) : good;
    },
    expected: { outcome: "failed", exit: 7, skills: { moon: failed("redirect-loop") } },
  },
  {
    title: "an artifact that is redirected further and further",
    rows: ["redirect: loop"],
    answer: ({ path, query }, good) => (path === TIDES ? to(`/${TIDES}?${"x".repeat(query.length + 1)}`) : good),
    expected: { outcome: "incomplete", exit: 8, skills: { tides: incomplete("too-many-redirects") } },
    shows: ({ limits }, { asked }) =>
      expect(asked().filter(({ path }) => path === TIDES).length).toBe(limits.redirects + 1),
  },
  {
    title: "an index that is redirected in a circle",
    rows: ["redirect: loop"],
    answer: ({ path }, good) => (path === INDEX ? to(`/${INDEX}`) : good),
    expected: { outcome: "failed", exit: 7, reasons: ["redirect-loop"] },
  },
  {
    title: "a redirect that leads nowhere",
    rows: ["artifact missing"],
    answer: ({ path }, good) => (path === TIDES ? { status: 302, headers: {}, body: Buffer.alloc(0) } : good),
    expected: { outcome: "failed", exit: 7, skills: { tides: failed("not-the-artifact") } },
  },
];
