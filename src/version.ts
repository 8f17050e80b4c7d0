import manifest from "../package.json" with { type: "json" };

/** Name and version of the tool, as the report carries them. */
export const GENERATOR = `skillpress ${manifest.version}`;

export const VERSION = manifest.version;
