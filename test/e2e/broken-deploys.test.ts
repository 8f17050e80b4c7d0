import { cpSync, type Dirent, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nginx, vitePreview } from "../tools/host-programs.ts";
import { REPOSITORY, runProgram, SKILLPRESS, succeed } from "../tools/program.ts";
import { isSkipped, need, NGINX } from "../tools/witness.ts";

const ORIGIN = "https://docs.example.com";

let place: FsFixture;

beforeAll(async () => {
  place = await createFixture({});
  const argv = ["build", "--source", join(REPOSITORY, "skills"), "--origin", ORIGIN, "--out", "dist"];
  await succeed(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path, env: { HOME: place.path } });
});
afterAll(() => place.rm());

const page = (name: string) => readFileSync(join(REPOSITORY, "docs", name), "utf8");

/** The configuration that the page about hosts gives. */
const documented = () => /```nginx\n([\s\S]*?)```/.exec(page("hosts.md"))?.[1] ?? "";

/** A copy of the build with which something happened on its way to the host. */
function deployed(name: string, happen: (file: string, entry: Dirent) => void): string {
  const copy = place.getPath(name);
  cpSync(place.getPath("dist"), copy, { recursive: true });
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true }))
    happen(join(entry.parentPath, entry.name), entry);
  return copy;
}

/** Deployments as people break them, by the heading that they have on the page about verifying. */
const BROKEN: readonly { readonly heading: string; readonly serve: () => Promise<string> }[] = [
  {
    heading: "A server with its own content types",
    serve: () => nginx(place.getPath("dist"), "server { listen 80; root /srv; }"),
  },
  {
    heading: "A fallback page, and an upload without archives",
    serve: () => {
      const application = documented().replace(/error_page [^;]+;/, "location / { try_files $uri /index.html; }");
      expect(application).toContain("try_files");
      return nginx(
        deployed("no-archives", (file) => file.endsWith(".tar.gz") && rmSync(file)),
        application,
      );
    },
  },
  {
    heading: "A server that takes archives for compressed files",
    serve: () => vitePreview(place.getPath("dist")),
  },
  {
    heading: "An upload that leaves dot folders out",
    serve: () =>
      nginx(
        deployed("no-dots", (path, { name }) => name.startsWith(".") && rmSync(path, { recursive: true, force: true })),
        documented(),
      ),
  },
  {
    heading: "A checkout that changes line ends",
    serve: () =>
      nginx(
        deployed("crlf", (file, { name }) => {
          if (name === "SKILL.md") writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
        }),
        documented(),
      ),
  },
];

test.skipIf(isSkipped(NGINX)).each(BROKEN)(
  "$heading: what is printed is what the page shows",
  async ({ heading, serve }) => {
    need(NGINX);
    const origin = await serve();
    const argv = ["verify", origin, "--as", ORIGIN, "--report", "dist"];
    const { exitCode, out, said } = await runProgram(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path });
    expect(exitCode).toBe(7);
    const printed = `${said.slice(out.length)}${out}`
      .replaceAll(origin, "https://preview.example.net")
      .replaceAll(/no-such-file-[0-9a-f]{16}/g, "no-such-file-0123456789abcdef");
    const section = page("verify.md").split(`### ${heading}\n`)[1]?.split(/^##/m)[0] ?? "";
    expect(/```text\n([\s\S]*?)```/.exec(section)?.[1]).toBe(printed);
  },
);
