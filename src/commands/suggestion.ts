import { spawnSync } from "node:child_process";

/** Most time git may take to answer, in milliseconds. */
const TIMEOUT = 2000;

/**
 * Says how to offer GitHub's install command too, when the source lies in a clone of a GitHub repository. The remote is
 * only ever suggested: a fork or a private repository would make a command that does not work.
 */
export function suggestRepository(source: string): string {
  const { stdout } = spawnSync("git", ["-C", source, "config", "--get", "remote.origin.url"], {
    encoding: "utf8",
    timeout: TIMEOUT,
  });
  const slug = /github\.com[:/]([A-Za-z0-9-]+\/[A-Za-z0-9._-]+?)(?:\.git)?\/?\s*$/.exec(stdout ?? "")?.[1];
  return slug === undefined
    ? ""
    : `If the public repository ${slug} holds these skills, "git": "${slug}" in skillpress.config.json adds its install command.\n`;
}
