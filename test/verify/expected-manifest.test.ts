import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { skillpress } from "../tools/command.ts";
import { type Behaviour, type Host, openHost, TEST_CA } from "../tools/host.ts";
import { runSkillpress } from "../tools/program.ts";
import { folder, skillMd } from "../tools/skill.ts";

const PATH = "agent-skills/tides/manifest.json";
let host: Host;
beforeAll(async () => {
  host = await openHost();
  return host.close;
});

/** A folder `tides`, whose manifest the host serves, with whatever it does instead. */
async function served(behaviour: Behaviour = (_, good) => good) {
  const { path } = await folder({ "tides/SKILL.md": skillMd("tides"), "tides/list.md": "Tides\n" });
  const { out } = await skillpress(path, ["manifest", "tides", "--json"]);
  host.serve(new Map([[PATH, Buffer.from(out)]]), behaviour);
  return { path, manifest: Buffer.from(out) };
}

const against = (url: string) => ["manifest", "tides", "--against", url, "--json"];
const errorOf = (out: string): unknown => JSON.parse(out).error;
const redirect = (location: string) => ({ status: 302, headers: { location }, body: Buffer.alloc(0) });

test("a manifest at a loopback address is fetched with one request, and compared", async () => {
  const { path } = await served();
  for (const origin of [host.origin, host.elsewhere]) {
    const { exitCode, out } = await skillpress(path, against(`${origin}/${PATH}?v=1`));
    expect({ exitCode, matches: JSON.parse(out).matches }).toEqual({ exitCode: 0, matches: true });
  }
  expect(host.asked().map(({ method, path: asked, query }) => [method, asked, query])).toEqual([
    ["GET", PATH, "?v=1"],
    ["GET", PATH, "?v=1"],
  ]);
  const { path: other } = await folder({ "tides/SKILL.md": skillMd("tides", { body: "Other\n" }) });
  const { exitCode, out } = await skillpress(other, against(`${host.origin}/${PATH}`));
  expect({ exitCode, ...JSON.parse(out) }).toMatchObject({ exitCode: 1, removed: ["list.md"], changed: ["SKILL.md"] });
});

test("a manifest is fetched over https, when its certificate is good", async () => {
  const { path } = await served();
  const run = (origin: string, env = {}) => runSkillpress(against(`${origin}/${PATH}`), { cwd: path, env });
  expect(await run(host.secure, { NODE_EXTRA_CA_CERTS: TEST_CA })).toMatchObject({ exitCode: 0 });
  for (const { exitCode, out } of [
    await run(host.secure),
    await run(host.selfSigned, { NODE_EXTRA_CA_CERTS: TEST_CA }),
  ])
    expect({ exitCode, error: errorOf(out) }).toEqual({
      exitCode: 2,
      error: expect.stringContaining("the certificate is not accepted"),
    });
});

test("a redirect from https is followed to https, and not to http", async () => {
  const to =
    (origin: string): Behaviour =>
    (asked, good) =>
      asked.path === "moved.json" ? redirect(`${origin}/${PATH}`) : good;
  const run = (path: string) =>
    runSkillpress(against(`${host.secure}/moved.json`), { cwd: path, env: { NODE_EXTRA_CA_CERTS: TEST_CA } });
  const { path } = await served(to(host.secure));
  expect(await run(path)).toMatchObject({ exitCode: 0 });
  const { path: again } = await served(to(host.origin));
  const { exitCode, out } = await run(again);
  expect({ exitCode, error: errorOf(out) }).toEqual({ exitCode: 2, error: expect.stringContaining("not https") });
  expect(host.asked().map((asked) => asked.secure)).toEqual([true]);
});

test("gzip that nobody asked for is unpacked, within the limit", async () => {
  const zipped: Behaviour = (_, good) => ({
    ...good,
    headers: { ...good.headers, "content-encoding": "gzip" },
    body: gzipSync(good.body),
  });
  const { path } = await served(zipped);
  expect((await skillpress(path, against(`${host.origin}/${PATH}`))).exitCode).toBe(0);
});

test.each<[string, Behaviour, string]>([
  ["a file that is not there", () => ({ status: 404, headers: {}, body: Buffer.from("no") }), "answers 404"],
  ["a page for everything", () => ({ status: 200, headers: {}, body: Buffer.from("<!doctype html>") }), "not JSON"],
  ["an empty answer", () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }), "not JSON"],
  ["no content", () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }), "answers 204"],
  [
    "a manifest and a byte too much",
    (_, good) => ({ ...good, body: Buffer.concat([good.body, Buffer.alloc(1_048_577 - good.body.length, " ")]) }),
    "larger than 1048576 bytes",
  ],
  [
    "a bomb",
    () => ({ status: 200, headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(64 * 1024 * 1024)) }),
    "larger than 1048576 bytes",
  ],
  ["a redirect from http", () => redirect(`/other/${PATH}`), "redirected more than 0 times"],
  ["a redirect from http to elsewhere", () => redirect("http://192.0.2.1/manifest.json"), "redirected"],
  ["a connection that is closed", () => (response) => void response.destroy(), "tides/manifest.json"],
])("%s: exit code 2, and why", async (_, behaviour, why) => {
  const { path } = await served(behaviour);
  const { exitCode, out, err } = await skillpress(path, against(`${host.origin}/${PATH}`));
  expect({ exitCode, err, error: errorOf(out) }).toEqual({ exitCode: 2, err: "", error: expect.stringContaining(why) });
});

test("exactly 1 MiB is read from the network too", async () => {
  const { path } = await served((_, good) => ({
    ...good,
    body: Buffer.concat([good.body, Buffer.alloc(1_048_576 - good.body.length, " ")]),
  }));
  expect((await skillpress(path, against(`${host.origin}/${PATH}`))).exitCode).toBe(0);
});

test.each([
  ["http://docs.example.com/manifest.json", "not https"],
  ["HTTP://192.0.2.1/manifest.json", "not https"],
  ["http://localhost.example.com/manifest.json", "not https"],
  ["https://user:secret@docs.example.com/manifest.json", "contains credentials"],
  ["https://docs.example.com/manifest.json#sha256=aa", "contains a fragment"],
  ["https://", "not an address"],
])("%s is not asked", async (url, why) => {
  const { path } = await served();
  const { exitCode, out } = await skillpress(path, against(url));
  expect({ exitCode, error: errorOf(out) }).toEqual({ exitCode: 2, error: expect.stringContaining(why) });
  expect(out).not.toContain("secret");
});

test("another scheme is the name of a file", async () => {
  const { path } = await served();
  const { exitCode, out } = await skillpress(path, against("file:///etc/hostname"));
  expect({ exitCode, error: errorOf(out) }).toEqual({ exitCode: 2, error: expect.stringContaining("does not exist") });
});
