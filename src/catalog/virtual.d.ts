/// <reference types="astro/client" />

declare module "virtual:skillpress" {
  export const report: import("../publication/report.ts").Report;
  /** Text of a published SKILL.md, decoded. */
  export function skillMd(name: string): string;
  /** The files that installing a skill brings, read from its published artifact. */
  export const contentsOf: ReturnType<typeof import("../verify/contents.ts").contentsAt>;
  /** Text of the published checklist.md. */
  export const checklist: string;
}
