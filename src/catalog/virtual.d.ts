/// <reference types="astro/client" />

declare module "virtual:skillpress" {
  export const report: import("../publication/report.ts").Report;
  /** Text of a published SKILL.md, decoded. */
  export function skillMd(name: string): string;
  /** The texts that installing a skill brings, read from its published artifact and rendered. */
  export const sourcesOf: ReturnType<typeof import("../astro/sources.ts").sourcesAt>["sourcesOf"];
  export const sourceOf: ReturnType<typeof import("../astro/sources.ts").sourcesAt>["sourceOf"];
  /** What changed from the version of a skill before this one, read from their published manifests. */
  export const changesOf: ReturnType<typeof import("../astro/manifests.ts").manifestsAt>["changesOf"];
  /** Texts of two manifests to try the comparison with. */
  export const example: ReturnType<typeof import("../astro/example.ts").example>;
  /** Names of the skills that have a page for each file. */
  export const apart: ReadonlySet<string>;
  /** True when there is a search index of the text; in development there is none. */
  export const searched: boolean;
  /** Text of the published checklist.md. */
  export const checklist: string;
  /** How the pages look; files by their addresses below the site. */
  export const look: {
    readonly styles: readonly string[];
    readonly icons: readonly string[];
    readonly logo: string | undefined;
    readonly logoAlt: string | undefined;
    readonly links: readonly { readonly label: string; readonly href: string }[];
  };
}

declare module "virtual:skillpress/layout" {
  /** The layout of the site that the pages are put into. */
  const Layout: import("astro/runtime/server/index.js").AstroComponentFactory;
  export default Layout;
}
