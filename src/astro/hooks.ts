import type { AstroConfig, AstroIntegration } from "astro";
import type { Options } from "../options.ts";
import type { Composition } from "../publication/compose.ts";
import type { Asker } from "../verify/staged.ts";

/** How the command line speaks with the integration inside an Astro build that it started. */
export interface Driver {
  /** Options of the command line; they win over those of the integration. */
  readonly flags: Options;
  /** Folder that paths in the flags are relative to. */
  readonly invokedFrom: string;
  /** Absolute path of the folder to compose in, which no other build uses. */
  readonly tree: string;
  readonly onComposition: (composition: Composition) => void;
  readonly asker: Asker;
}

declare global {
  namespace Astro {
    // Hooks of our own: Astro keeps them in a resolved configuration, and drops every other key of an integration.
    interface IntegrationHooks {
      "skillpress:options"?: () => Options;
      "skillpress:driver"?: () => Driver;
      "skillpress:probe"?: () => void;
    }
  }
}

type Integrations = Pick<AstroConfig, "integrations">;

/** The options given to our integration, when a site uses it. */
export function optionsIn({ integrations }: Integrations): Options | undefined {
  return integrations.map(({ hooks }) => hooks["skillpress:options"]?.()).find((options) => options !== undefined);
}

/** The driver of a build, when the command line started it. */
export function driverIn({ integrations }: Integrations): Driver | undefined {
  return integrations.map(({ hooks }) => hooks["skillpress:driver"]?.()).find((driver) => driver !== undefined);
}

/** True when the configuration is only being looked at; what is wrong with it is then told by whoever looks. */
export function isProbed({ integrations }: Integrations): boolean {
  return integrations.some(({ hooks }) => hooks["skillpress:probe"] !== undefined);
}

/** Carries a driver into Astro, where our integration finds it. */
export function driverIntegration(driver: Driver): AstroIntegration {
  return { name: "skillpress:driver", hooks: { "skillpress:driver": () => driver } };
}
