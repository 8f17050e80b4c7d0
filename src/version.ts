import manifest from "../package.json" with { type: "json" };

/** Name and version of the tool, as the report carries them. */
export const GENERATOR = `skillpress ${manifest.version}`;

export const VERSION = manifest.version;

/** Version of the `skills` client that commands name, and that installs are tried with. */
export const CLIENT_VERSION = manifest.peerDependencies.skills;
