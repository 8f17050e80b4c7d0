/**
 * What the licences that have a name allow, from the tables of the SkillCDN Format (draft, reading rules 10), "Licences".
 * Permissive means that serving a copy is allowed: the conditions of copyleft bind what the reader does next.
 */
const PERMISSIVE: Readonly<Record<string, readonly string[]>> = {
  MIT: ["mit-x11", "expat"],
  "MIT-0": [],
  X11: [],
  ISC: [],
  "0BSD": [],
  "BSD-2-Clause": ["2-clause-bsd", "bsd-2", "simplified-bsd", "freebsd"],
  "BSD-3-Clause": ["bsd", "3-clause-bsd", "bsd-3", "new-bsd", "modified-bsd"],
  "BSD-4-Clause": ["4-clause-bsd", "bsd-4"],
  "Apache-2.0": ["apache", "apache-2", "apache2", "apache2.0"],
  Unlicense: ["un"],
  "CC0-1.0": ["cc0", "cc0-1.0-universal", "public-domain"],
  "MPL-2.0": ["mpl", "mpl2", "mozilla-public-2.0"],
  "EPL-1.0": [],
  "EPL-2.0": [],
  GPL: [],
  "GPL-2.0": ["gplv2", "gpl2"],
  "GPL-3.0": ["gplv3", "gpl3"],
  "LGPL-2.1": ["lgplv2.1"],
  "LGPL-3.0": ["lgplv3", "lgpl3"],
  "AGPL-3.0": ["agplv3", "agpl3"],
  Zlib: [],
  "BSL-1.0": ["boost", "boost-1.0", "boost-software-1.0"],
  WTFPL: [],
  "Artistic-2.0": [],
  PostgreSQL: [],
  "OFL-1.1": ["sil-ofl-1.1"],
  "BlueOak-1.0.0": [],
};

const RESTRICTIVE: Readonly<Record<string, readonly string[]>> = {
  proprietary: [],
  confidential: [],
  "all rights reserved": ["all-rights-reserved", "arr", "unlicensed", "none"],
  "BUSL-1.1": ["bsl-1.1", "busl"],
  "SSPL-1.0": ["sspl"],
  "Commons-Clause": [],
  "Elastic-2.0": ["elastic", "elv2"],
  "PolyForm-Noncommercial-1.0.0": [],
};

/** A licence that has a name. */
export interface Known {
  readonly permissive: boolean;
  /** Its SPDX identifier, or the words it is shown by. */
  readonly name: string;
}

function rows(table: Readonly<Record<string, readonly string[]>>, permissive: boolean): [string, Known][] {
  return Object.entries(table).flatMap(([name, others]) =>
    [name.toLowerCase(), ...others].map((each): [string, Known] => [each, { permissive, name }]),
  );
}

const BY_NAME: ReadonlyMap<string, Known> = new Map([...rows(PERMISSIVE, true), ...rows(RESTRICTIVE, false)]);

/** Identifiers that are permissive, as they are shown. The attribution licences of Creative Commons come on top. */
export const PERMISSIVE_NAMES: readonly string[] = Object.keys(PERMISSIVE);

const CREATIVE_COMMONS = /^cc-by((?:-(?:nc|nd|sa))*)(?:-(\d\.\d)(?:-[a-z-]+)?)?$/;

/**
 * The licence that an identifier stands for.
 *
 * @param identifier in lower case, hyphens for blanks
 */
export function knownLicence(identifier: string): Known | undefined {
  const exact = BY_NAME.get(identifier) ?? BY_NAME.get(`${identifier}.0`);
  if (exact) return exact;
  if (identifier.startsWith("fsl-"))
    return { permissive: false, name: identifier.toUpperCase().replace(/ALV2$/, "ALv2") };
  const [creativeCommons, elements = "", version = "4.0"] = CREATIVE_COMMONS.exec(identifier) ?? [];
  return creativeCommons === undefined ? undefined : attribution(elements, version);
}

/**
 * A Creative Commons licence with attribution.
 *
 * @param elements of `nc`, `nd`, `sa`, each after a hyphen
 */
export function attribution(elements: string, version: string): Known {
  return { permissive: !/n[cd]/.test(elements), name: `CC-BY${elements.toUpperCase()}-${version}` };
}
