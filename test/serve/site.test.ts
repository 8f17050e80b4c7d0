import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { headersOf, POLICY } from "../../src/serve/headers.ts";
import { listen } from "../../src/serve/listen.ts";
import { serveSite } from "../../src/serve/site.ts";
import { folder } from "../tools/skill.ts";

const run = promisify(execFile);
const INDEX = "/.well-known/agent-skills/index.json";

/** What came over the wire, with nothing undone by a client. */
interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A site with a file of every kind, beside a file that is not of it. */
async function site(base = "/") {
  const place = await folder({
    "private.txt": "private\n",
    "site/index.html": "<p>root</p>\n",
    "site/404.html": "<p>not here</p>\n",
    [`site${INDEX}`]: '{"skills":[]}\n',
    "site/agent-skills/-/SHA256SUMS": `${"0".repeat(64)}  a\n`,
    "site/agent-skills/-/checklist.md": "# List\n",
    "site/agent-skills/llms.txt": "# Skills\n",
    "site/agent-skills/moon.tar.gz": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
    "site/agent-skills/moon/SKILL.md": "# Moon\n",
    "site/agent-skills/moon/index.html": "<p>moon</p>\n",
    "site/agent-skills/empty/.keep": "",
    "site/_astro/a.css": "p{}\n",
  });
  const root: { path: string | undefined } = { path: place.getPath("site") };
  const { origin, close } = await listen(serveSite({ root: () => root.path, base, policy: POLICY }), [0]);
  onTestFinished(close);
  const ask = (path: string, { method = "GET", headers = {} } = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(origin, { path, method, headers: { connection: "close", ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
        response.on("error", reject);
      });
      asked.on("error", reject);
      asked.end();
    });
  return { ask, origin, getPath: place.getPath, root };
}

test.each([
  [INDEX, "application/json"],
  ["/agent-skills/moon/SKILL.md", "text/markdown; charset=utf-8"],
  ["/agent-skills/-/checklist.md", "text/markdown; charset=utf-8"],
  ["/agent-skills/moon.tar.gz", "application/gzip"],
  ["/agent-skills/-/SHA256SUMS", "text/plain; charset=utf-8"],
  ["/agent-skills/llms.txt", "text/plain; charset=utf-8"],
  ["/agent-skills/moon/", "text/html; charset=utf-8"],
  ["/_astro/a.css", "text/css; charset=utf-8"],
])("%s is sent as %s, to GET and HEAD alike, without an encoding even when one is welcome", async (path, type) => {
  const { ask } = await site();
  const headers = { "accept-encoding": "gzip, br, zstd" };
  const got = await ask(path, { headers });
  const head = await ask(path, { method: "HEAD", headers });
  for (const answer of [got, head]) {
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": type,
      "content-length": String(got.body.length),
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers).not.toHaveProperty("content-encoding");
  }
  expect([got.body.length > 0, head.body.length]).toEqual([true, 0]);
});

test.each([
  ["agent-skills/-/at/moon/0123456789abcdef0123456789abcdef/moon.tar.gz", true],
  ["agent-skills/-/at/moon/0123456789abcdef0123456789abcdef/.well-known/agent-skills/index.json", true],
  ["sets/sky/1.0.0/sky.skill-set.lock.json", true],
  ["sets/sky.skill-set.lock.json", false],
  ["sets/sky/index.html", false],
  ["agent-skills/moon.tar.gz", false],
  ["agent-skills/moon/-/at/x", false],
  [".well-known/agent-skills/index.json", false],
])("%s may be kept by caches for ever: %s", (path, forEver) => {
  expect(headersOf(path, undefined)["cache-control"]).toBe(
    forEver ? "public, max-age=31536000, immutable" : "no-cache",
  );
});

test("files of ours may be read by pages of any origin, those of the rest of the site may not", async () => {
  const { ask } = await site();
  const allowed = async (path: string) => (await ask(path)).headers["access-control-allow-origin"];
  for (const path of [INDEX, "/agent-skills/moon.tar.gz", "/agent-skills/-/SHA256SUMS"])
    expect(await allowed(path), path).toBe("*");
  for (const path of ["/", "/_astro/a.css"]) expect(await allowed(path), path).toBeUndefined();
});

test("pages carry the strict policy that the documentation promises, files of other kinds none", async () => {
  const { ask } = await site();
  const policy = async (path: string) => (await ask(path)).headers["content-security-policy"];
  for (const path of ["/", "/agent-skills/moon/", "/gone"]) expect(await policy(path), path).toBe(POLICY);
  expect(await policy(INDEX)).toBeUndefined();
});

test("what is not there is answered with 404 and the site's own page, also to HEAD and below folders without a page", async () => {
  const { ask } = await site();
  for (const path of ["/gone", "/agent-skills/gone.tar.gz", "/agent-skills/empty/", "/agent-skills/moon/SKILL.md/"]) {
    const got = await ask(path);
    expect([got.status, got.headers["content-type"], got.body.toString()], path).toEqual([
      404,
      "text/html; charset=utf-8",
      "<p>not here</p>\n",
    ]);
    expect(got.headers).not.toHaveProperty("etag");
  }
  const head = await ask("/gone", { method: "HEAD" });
  expect([head.status, head.body.length]).toEqual([404, 0]);
});

test("a folder without the slash leads to the one with it, and never to another host", async () => {
  const { ask } = await site();
  const location = async (path: string) => {
    const { status, headers } = await ask(path);
    return [status, headers["location"]];
  };
  expect(await location("/agent-skills/moon?a=b")).toEqual([301, "/agent-skills/moon/?a=b"]);
  expect(await location("//agent-skills/moon")).toEqual([301, "/agent-skills/moon/"]);
  expect((await ask("//example.com:bad/")).status).toBe(404);
});

test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])(
  "%s is answered with 405 and what is allowed",
  async (method) => {
    const { ask } = await site();
    const { status, headers } = await ask(INDEX, { method });
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
  },
);

test("an ETag spares a client what it has, and changes with the file", async () => {
  const { ask, getPath } = await site();
  const { headers } = await ask(INDEX);
  const etag = String(headers["etag"]);
  const again = await ask(INDEX, { headers: { "if-none-match": etag } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  writeFileSync(getPath(`site${INDEX}`), '{"skills":[], "more": 1}\n');
  expect((await ask(INDEX, { headers: { "if-none-match": etag } })).status).toBe(200);
});

test("ranges give the bytes asked for, and 416 with the size beyond the end", async () => {
  const { ask } = await site();
  const part = await ask("/agent-skills/moon.tar.gz", { headers: { range: "bytes=1-2" } });
  expect([part.status, part.headers["content-range"], [...part.body]]).toEqual([206, "bytes 1-2/8", [0x8b, 8]]);
  const beyond = await ask("/agent-skills/moon.tar.gz", { headers: { range: "bytes=90-" } });
  expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, "bytes */8"]);
});

test.each([
  "/../private.txt",
  "/%2e%2e/private.txt",
  "/..%2fprivate.txt",
  "/agent-skills/..%2f..%2fprivate.txt",
  "/out.txt",
  "/out/private.txt",
  "/agent-skills/linked/",
])("%s gives nothing from outside of the folder, and a link out of it is not followed", async (path) => {
  const { ask, getPath } = await site();
  symlinkSync(getPath("private.txt"), getPath("site/out.txt"));
  symlinkSync(getPath("."), getPath("site/out"));
  writeFileSync(getPath("index.html"), "private\n");
  symlinkSync(getPath("."), getPath("site/agent-skills/linked"));
  const { status, body } = await ask(path);
  expect([status, body.toString()]).toEqual([404, "<p>not here</p>\n"]);
});

test("a link that stays inside is a file like others, so that the test before it proves something", async () => {
  const { ask, getPath } = await site();
  symlinkSync("agent-skills/llms.txt", getPath("site/llms.txt"));
  expect((await ask("/llms.txt")).body.toString()).toBe("# Skills\n");
});

test.each(["/%", "/%00", "/agent-skills/%ff"])("%s is answered with 400", async (path) => {
  const { ask } = await site();
  expect((await ask(path)).status).toBe(400);
});

test("a site below a path is served there and nowhere else", async () => {
  const { ask } = await site("/docs/");
  expect((await ask(`/docs${INDEX}`)).body.toString()).toBe('{"skills":[]}\n');
  expect((await ask(`/docs${INDEX}`)).headers["access-control-allow-origin"]).toBe("*");
  const root = await ask("/docs");
  expect([root.status, root.headers["location"]]).toEqual([301, "/docs/"]);
  expect((await ask("/docs/agent-skills/moon")).headers["location"]).toBe("/docs/agent-skills/moon/");
  for (const path of [INDEX, "/", "/docsx"]) expect((await ask(path)).status, path).toBe(404);
});

test("while there is no folder the answer is 503, and afterwards the folder", async () => {
  const { ask, root } = await site();
  const { path } = root;
  root.path = undefined;
  expect((await ask(INDEX)).status).toBe(503);
  root.path = path;
  expect((await ask(INDEX)).status).toBe(200);
});

test("curl sees the same: the bytes of an archive with --compressed, and 404 for what is not there", async () => {
  const { origin } = await site();
  const curl = async (...argv: readonly string[]) =>
    (await run("curl", ["-qsS", ...argv], { encoding: "buffer" })).stdout;
  expect([...(await curl("--compressed", `${origin}/agent-skills/moon.tar.gz`))]).toEqual([
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0,
  ]);
  expect(String(await curl("-I", `${origin}${INDEX}`))).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*content-type: application\/json\r\n/i,
  );
  expect(String(await curl("-o", "/dev/null", "-w", "%{http_code}", `${origin}/gone`))).toBe("404");
});

test("only the loopback address is listened on, and a port that is taken is passed over, or said", async () => {
  const { origin } = await site();
  const port = Number(new URL(origin).port);
  const handler = serveSite({ root: () => undefined, base: "/", policy: undefined });
  const second = await listen(handler, [port, 0]);
  onTestFinished(second.close);
  expect(second.origin).not.toBe(origin);
  await expect(listen(handler, [port])).rejects.toThrow(`tried ${port} (EADDRINUSE)`);
  // All of 127.0.0.0/8 is this machine; a server that listens on every address would answer there too.
  const elsewhere = await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.2", () => {
      socket.destroy();
      resolve("answered");
    });
    socket.setTimeout(1000, () => socket.destroy(new Error("no answer"))); // macOS has no such address
    socket.on("error", ({ message }) => resolve(message));
  });
  expect(elsewhere).toMatch(/ECONNREFUSED|no answer/);
});
