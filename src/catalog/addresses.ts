import type { Report } from "../publication/report.ts";

/** Absolute addresses of what a publication has once. */
export function addresses({ origin }: Pick<Report, "origin">) {
  return {
    home: `${origin}/agent-skills/`,
    /** What `skills add` takes. */
    area: `${origin}/agent-skills`,
    checklistPage: `${origin}/agent-skills/-/checklist/`,
    comparePage: `${origin}/agent-skills/-/compare/`,
    checklist: `${origin}/agent-skills/-/checklist.md`,
    report: `${origin}/agent-skills/-/report.json`,
    /** Folder of the search index. */
    search: `${origin}/agent-skills/-/search/`,
    sums: `${origin}/agent-skills/-/SHA256SUMS`,
    llms: `${origin}/agent-skills/llms.txt`,
  };
}

/** An address of the site as a link from any page of it: root-relative, base path included. */
export function link(address: string): string {
  return new URL(address).pathname;
}

/** What people call the site: the publisher's name, or else the host and base path of the origin. */
export function site({ origin, title }: Pick<Report, "origin" | "title">): string {
  if (title !== null) return title;
  const { host, pathname } = new URL(origin);
  return `${host}${pathname.replace(/\/$/, "")}`;
}
