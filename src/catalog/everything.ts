import type { InstallCommand, Report } from "../publication/report.ts";
import { addresses } from "./addresses.ts";

/** Commands that install every skill of a publication. */
export function everything(report: Report): InstallCommand[] {
  const area = addresses(report).area;
  const known = report.skills.flatMap(({ install }) => install).find(({ client }) => client === "skills");
  const agent = known?.agent ?? report.agents[0]?.id ?? "claude-code";
  const skills = (label: string, runner: string, unattended = ""): InstallCommand => ({
    client: "skills",
    label,
    agent,
    command: `${runner} skills add ${area} --skill "*" -a ${agent} -g${unattended}`,
    needs: known?.needs ?? "Node.js",
  });
  return [skills("pnpm", "pnpm dlx"), skills("npm", "npx"), skills("bun", "bunx"), skills("CI", "npx -y", " -y")];
}
