import { parseOrigin } from "../../src/publication/origin.ts";
import type { Request } from "../../src/publication/compose.ts";

/** What is asked of a build of a folder for an origin, with nothing else said. */
export function plainRequest(source: string, origin: string): Request {
  return {
    source,
    origin: parseOrigin(origin),
    repository: undefined,
    title: undefined,
    bundle: undefined,
    bundles: {},
    strict: false,
    results: undefined,
    previous: undefined,
    keep: undefined,
    withdraw: [],
    artifactUrls: "stable",
    sets: [],
    resolve: false,
  };
}
