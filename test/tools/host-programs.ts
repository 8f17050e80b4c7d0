import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startService } from "./service.ts";
import { folder } from "./skill.ts";

const MIME_TYPES = "/etc/nginx/mime.types";
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/**
 * Serves a folder by nginx until the test is over.
 *
 * @param server a `server` block; its `listen` and `root` are replaced
 * @returns the origin
 */
export async function nginx(root: string, server: string): Promise<string> {
  const { path, getPath } = await folder({});
  return start(async (port) => {
    const block = replaced(
      replaced(server, /listen [^;]+;/, `listen 127.0.0.1:${port};`),
      /root [^;]+;/,
      `root ${root};`,
    );
    // What nginx.conf of Debian has around a server, for one process that stays a child of the test.
    const configuration = [
      "daemon off;",
      "master_process off;",
      `pid ${getPath("pid")};`,
      "events {}",
      "http {",
      "access_log off;",
      ...TEMPORARY.map((name) => `${name}_temp_path ${getPath(name)};`),
      `include ${MIME_TYPES};`,
      "default_type application/octet-stream;",
      "sendfile on;",
      "gzip on;",
      block,
      "}",
    ];
    writeFileSync(getPath("nginx.conf"), configuration.join("\n"));
    return { program: "nginx", argv: ["-p", path, "-e", "stderr", "-c", getPath("nginx.conf")], cwd: path };
  });
}

/**
 * Serves a folder by Caddy until the test is over.
 *
 * @param site a Caddyfile with one site; its address and `root` are replaced
 * @returns the origin
 */
export async function caddy(root: string, site: string): Promise<string> {
  const { path, getPath } = await folder({});
  return start(async (port) => {
    const address = replaced(site, /^\S+ \{/, `http://localhost:${port} {\n\tbind 127.0.0.1`);
    const options = "{\n\tadmin off\n\tauto_https off\n}\n";
    writeFileSync(getPath("Caddyfile"), options + replaced(address, /root \* \S+/, `root * ${root}`));
    const argv = ["run", "--adapter", "caddyfile", "--config", getPath("Caddyfile")];
    return { program: "caddy", argv, cwd: path, env: { HOME: path, XDG_DATA_HOME: path, XDG_CONFIG_HOME: path } };
  });
}

/**
 * Serves a folder by `vite preview`, of the Vite that Astro brings, until the test is over.
 *
 * @returns the origin
 */
export async function vitePreview(root: string): Promise<string> {
  const { path } = await folder({});
  const ofAstro = createRequire(createRequire(import.meta.url).resolve("astro/package.json"));
  const program = join(dirname(ofAstro.resolve("vite/package.json")), "bin", "vite.js");
  return start(async (port) => ({
    program: process.execPath,
    argv: [program, "preview", path, "--outDir", root, "--host", "127.0.0.1", "--port", String(port), "--strictPort"],
    cwd: path,
  }));
}

interface Program {
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server on a port that was free a moment ago, and waits until it listens. */
async function start(prepare: (port: number) => Promise<Program>): Promise<string> {
  const port = await freePort();
  const { program, argv, ...running } = await prepare(port);
  const service = startService(program, argv, running);
  let ended = false;
  service.ended.then(
    () => (ended = true),
    () => (ended = true),
  );
  while (!(await listens(port))) {
    if (ended) throw new Error(`${program} ended:\n${(await service.ended).said}`);
    await setTimeout(20);
  }
  return `http://localhost:${port}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Replaces what has to be there, so that a configuration cannot be tested with less than it says. */
function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`nothing to replace for ${pattern} in:\n${text}`);
  return text.replace(pattern, by);
}
