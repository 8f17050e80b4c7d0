import type { AstroConfig, AstroIntegration } from "astro";
import type { Options } from "../options.ts";
import type { Composition } from "../publication/compose.ts";

/** How the command line speaks with the integration inside an Astro build that it started. */
export interface Driver {
  /** Options of the command line; they win over those of the integration. */
  readonly flags: Options;
  /** Folder that paths in the flags are relative to. */
  readonly invokedFrom: string;
  readonly onComposition: (composition: Composition) => void;
  readonly onProgress: (done: number, of: number) => void;
}

const NAME = "skillpress:driver";

/** Carries a driver into Astro as an integration without hooks, where ours finds it by name. */
export function driverIntegration(driver: Driver): AstroIntegration & { driver: Driver } {
  return { name: NAME, hooks: {}, driver };
}

/** The driver of this build, when the command line started it. */
export function driverOf({ integrations }: Pick<AstroConfig, "integrations">): Driver | undefined {
  const found = integrations.find((each): each is AstroIntegration & { driver: Driver } => each.name === NAME && "driver" in each);
  return found?.driver;
}
