import { layout, pages } from "../publication/layout.ts";
import type { BuildRecord } from "../publication/record.ts";
import type { Paint } from "../terminal.ts";
import { CLIENT_VERSION } from "../version.ts";
import { count } from "./summary.ts";

/** What a preview says once it serves: where, and what to try there. */
export function introduction(
  { origin, skills, bundles }: NonNullable<BuildRecord["published"]>,
  { hasPages, paint }: { hasPages: boolean; paint: Paint },
): string {
  const what = [count(skills.length, "skill"), ...(bundles.length > 0 ? [count(bundles.length, "bundle")] : [])];
  const name = skills[0]?.name ?? "";
  const page = `${origin}/${pages.entry(name)}`.replace(/\/$/, "");
  // The page of a container with a SKILL.md of its own stands for its members too.
  const only = bundles.some((bundle) => bundle.name === name) ? ` --skill ${name}` : "";
  const command = (text: string) => `  ${paint("cyan", text)}`;
  return [
    `${paint("bold", `Serving ${what.join(" and ")} at`)} ${origin}/${hasPages ? pages.home : layout.index}`,
    "",
    "Install from it with the real client (Node 22.20 or later), into a folder to be thrown away:",
    command(install(`${origin}/agent-skills --skill ${name}`)),
    "The same by the address of the skill's page:",
    command(install(`${page}${only}`)),
    "Check all that is served, as after a deploy:",
    command(`npx skillpress verify ${origin}`),
    "",
    "Ctrl-C ends it.",
    "",
  ].join("\n");
}

/** A command for a POSIX shell that installs into a new folder, and shows what arrived. */
function install(what: string): string {
  return `(cd "$(mktemp -d)" && npx -y skills@${CLIENT_VERSION} add ${what} -a claude-code -y && find . -type f)`;
}
