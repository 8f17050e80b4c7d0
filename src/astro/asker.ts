import type { AstroIntegrationLogger } from "astro";
import type { Asker } from "../verify/staged.ts";
import { visible } from "../visible.ts";

/** A site that asks for a publication, in its own build. */
export function askerIn(project: string, logger: Pick<AstroIntegrationLogger, "info">): Asker {
  return { project, environment: process.env, say: (text) => logger.info(visible(text)) };
}
