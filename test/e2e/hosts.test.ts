import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Verification } from "../../src/verify/served/verification.ts";
import { caddy, nginx, vitePreview } from "../tools/host-programs.ts";
import { REPOSITORY, runProgram, SKILLPRESS, succeed } from "../tools/program.ts";
import { folder } from "../tools/skill.ts";
import { digestsOf } from "../tools/tree.ts";
import { CADDY, isSkipped, need, NGINX } from "../tools/witness.ts";

const ORIGIN = "https://docs.example.com";

let place: FsFixture;
let dist: string;

// With pages, so that the fallback page of an application is a page of the site.
beforeAll(async () => {
  place = await createFixture({});
  dist = place.getPath("dist");
  const argv = ["build", "--source", join(REPOSITORY, "skills"), "--origin", ORIGIN, "--out", dist];
  await succeed(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path, env: { HOME: place.path } });
});
afterAll(() => place.rm());

/** The first block of code of a language on the page about hosts: what people copy is what is tested. */
function documented(language: string): string {
  const page = readFileSync(join(REPOSITORY, "docs", "hosts.md"), "utf8");
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(page)?.[1] ?? "";
}

/** What `skillpress verify` says of a server that has our build in place of the published origin. */
async function verified(origin: string): Promise<Verification> {
  const argv = ["verify", origin, "--as", ORIGIN, "--report", dist, "--require-build", "--thorough", "--json"];
  const { exitCode, said } = await runProgram(process.execPath, [SKILLPRESS, ...argv], { cwd: place.path });
  // One object on standard output, then the text for people.
  const verification: Verification = JSON.parse(said.slice(0, said.indexOf("\n}\n") + 2));
  expect(verification.exit_code).toBe(exitCode);
  return verification;
}

/** Codes of all reasons of a run, each once. */
function codesOf({ reasons, skills }: Verification): string[] {
  const all = [...reasons, ...skills.flatMap((skill) => skill.reasons)];
  return [...new Set(all.filter(({ severity }) => severity !== "warning").map(({ code }) => code))].toSorted();
}

const answer = async (address: string) => {
  const { status, headers } = await fetch(address, { redirect: "manual" });
  return [
    status,
    headers.get("content-type"),
    headers.get("access-control-allow-origin"),
    headers.get("cache-control"),
  ];
};

describe.each([
  { witness: NGINX, language: "nginx", serve: nginx },
  { witness: CADDY, language: "caddyfile", serve: caddy },
])("$witness.program with the configuration of the page about hosts", ({ witness, language, serve }) => {
  test.skipIf(isSkipped(witness))("is verified, against the build and thoroughly", async () => {
    need(witness);
    const verification = await verified(await serve(dist, documented(language)));
    expect([verification.outcome, verification.exit_code, verification.basis]).toEqual(["verified", 0, "build"]);
    expect([verification.artifacts_listed, verification.files_hashed]).toEqual([4, 4]);
    expect(codesOf(verification)).toEqual([]);
  });

  test.skipIf(isSkipped(witness))(
    "serves people and browsers too: sums, pages, a real 404, CORS and no old copies",
    async () => {
      need(witness);
      const origin = await serve(dist, documented(language));
      const good = ["*", "no-cache"];
      expect(await answer(`${origin}/agent-skills/-/SHA256SUMS`)).toEqual([200, "text/plain; charset=utf-8", ...good]);
      expect(await answer(`${origin}/agent-skills/write-agent-skills/SKILL.md`)).toEqual([
        200,
        "text/markdown; charset=utf-8",
        ...good,
      ]);
      expect(await answer(`${origin}/agent-skills/publish-agent-skills.tar.gz`)).toEqual([
        200,
        "application/gzip",
        ...good,
      ]);
      expect(await answer(`${origin}/agent-skills/write-agent-skills/`)).toEqual([
        200,
        "text/html; charset=utf-8",
        ...good,
      ]);
      const snapshots = Object.keys(digestsOf(join(dist, "agent-skills/-/at")));
      expect(snapshots.length).toBeGreaterThanOrEqual(12);
      for (const path of snapshots) {
        const [status, , ...fields] = await answer(`${origin}/agent-skills/-/at/${path}`);
        expect([status, ...fields], path).toEqual([200, "*", "public, max-age=31536000, immutable"]);
      }
      const gone = await answer(`${origin}/agent-skills/-/at/write-agent-skills/${"0".repeat(32)}/SKILL.md`);
      expect(gone).toEqual([404, "text/html; charset=utf-8", ...good]);
      for (const path of ["agent-skills/gone.md", "agent-skills/-/", "gone/"]) {
        const response = await fetch(`${origin}/${path}`);
        expect([response.status, response.headers.get("content-type")], path).toEqual([
          404,
          "text/html; charset=utf-8",
        ]);
        expect(await response.text(), path).toBe(readFileSync(join(dist, "404.html"), "utf8"));
      }
      const { status, headers } = await fetch(`${origin}/agent-skills/write-agent-skills`, { redirect: "manual" });
      const location = new URL(headers.get("location") ?? "", `${origin}/agent-skills/`);
      expect([String(status).slice(0, 2), location.pathname]).toEqual(["30", "/agent-skills/write-agent-skills/"]);
    },
  );
});

test.skipIf(isSkipped(NGINX))("nginx with nothing but its own types fails for its content types", async () => {
  need(NGINX);
  const verification = await verified(await nginx(dist, "server { listen 80; root /srv; }"));
  expect([verification.outcome, verification.exit_code]).toEqual(["failed", 7]);
  expect(codesOf(verification)).toEqual(["content-type"]);
  for (const { name, reasons } of verification.skills)
    expect(
      reasons.map(({ code }) => code),
      name,
    ).toEqual(["content-type"]);
});

test.skipIf(isSkipped(NGINX))(
  "nginx with a fallback page fails: a page in place of an artifact, and of what cannot exist",
  async () => {
    need(NGINX);
    const copy = await folder({});
    cpSync(dist, copy.path, { recursive: true });
    rmSync(copy.getPath("agent-skills/publish-agent-skills.tar.gz"));
    const application = documented("nginx").replace(
      "error_page 403 404 =404 /404.html;",
      "location / { try_files $uri /index.html; }",
    );
    expect(application).toContain("try_files");
    const verification = await verified(await nginx(copy.path, application));
    expect([verification.outcome, verification.exit_code]).toEqual(["failed", 7]);
    expect(codesOf(verification)).toEqual(["no-real-404", "not-the-artifact"]);
    expect(verification.diagnosis?.code).toBe("fallback-page");
    const failed = verification.skills.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ name }) => name)).toEqual(["publish-agent-skills"]);
  },
);

test("`vite preview` fails, and every archive is said to be mislabelled as encoded", async () => {
  const verification = await verified(await vitePreview(dist));
  expect([verification.outcome, verification.exit_code]).toEqual(["failed", 7]);
  const archives = verification.skills.filter(({ type }) => type === "archive");
  expect(archives.length).toBeGreaterThan(1);
  for (const { name, outcome, diagnosis } of archives)
    expect([name, outcome, diagnosis?.code]).toEqual([name, "failed", "archive-mislabelled-encoding"]);
});
