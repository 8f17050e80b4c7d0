import { attribution, type Known } from "./known.ts";

/** How much of a text is read, and how far into it a licence names itself. In UTF-16 units. */
const READ = 65_536;
const HEAD = 600;

/** The name of a text that is no known licence. */
export const UNRECOGNISED: Known = { permissive: false, name: "unrecognised" };

/**
 * Says which licence a text is (SkillCDN Format, "Licence texts"): the one that it names itself, not one that it quotes.
 * A text that is no known licence is restrictive.
 */
export function readText(text: string): Known {
  const whole = plain(text.slice(0, READ));
  const head = whole.slice(0, HEAD);
  if (whole.includes("commons clause")) return restrictive("Commons-Clause");
  return closed(head) ?? titled(head) ?? granted(whole) ?? reserved(whole) ?? UNRECOGNISED;
}

/** Lower case, without the marks of Markdown, blanks and quotes alike. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[“”"'‘’]/g, "'")
    .replace(/[#*_`~>|=]|-{3,}/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function restrictive(name: string): Known {
  return { permissive: false, name };
}

function permissive(name: string): Known {
  return { permissive: true, name };
}

/** Licences that look like open ones or turn into one later, so that their texts name others. */
const CLOSED: readonly (readonly [RegExp, (version: string) => string])[] = [
  [/functional source license(?:, version)? ?(1\.\d, \w+)?/, (version) => `FSL${version && `-${fsl(version)}`}`],
  [/\bfsl-(1\.\d-\w+)/, (version) => `FSL-${fsl(version)}`],
  [/business source license/, () => "BUSL-1.1"],
  [/server side public license/, () => "SSPL-1.0"],
  [/elastic license(?: (\d\.\d))?/, (version) => (version === "2.0" ? "Elastic-2.0" : "Elastic")],
  [
    /polyform noncommercial license(?: (\d\.\d\.\d))?/,
    (version) => `PolyForm-Noncommercial${version && `-${version}`}`,
  ],
  [/polyform/, () => "PolyForm"],
];

function fsl(version: string): string {
  return version.replace(", ", "-").toUpperCase().replace(/ALV2$/, "ALv2");
}

function closed(head: string): Known | undefined {
  for (const [title, name] of CLOSED) {
    const match = title.exec(head);
    if (match) return restrictive(name(match[1] ?? ""));
  }
  return undefined;
}

/** What stands between a title and its number. */
const VERSION = /\bv(?:ersion)?[ .]*(\d+(?:\.\d+)*)|^'?[ ,-]*(\d+(?:\.\d+)*)/;

/** Titles, with the versions that are known and what each is called. A title without versions has one meaning. */
const TITLES: readonly { readonly title: RegExp; readonly versions: Readonly<Record<string, string>> | string }[] = [
  { title: /gnu affero general public license/, versions: { "3": "AGPL-3.0" } },
  { title: /gnu lesser general public license/, versions: { "2": "LGPL-2.0", "2.1": "LGPL-2.1", "3": "LGPL-3.0" } },
  { title: /gnu library general public license/, versions: { "2": "LGPL-2.0" } },
  { title: /gnu general public license/, versions: { "1": "GPL-1.0", "2": "GPL-2.0", "3": "GPL-3.0" } },
  { title: /gnu free documentation license/, versions: {} },
  { title: /apache (?:software )?license/, versions: { "2": "Apache-2.0" } },
  { title: /mozilla public license/, versions: { "2": "MPL-2.0" } },
  { title: /eclipse public license/, versions: { "1": "EPL-1.0", "2": "EPL-2.0" } },
  { title: /boost software license/, versions: { "1": "BSL-1.0" } },
  { title: /cc0(?: |-)1\.0|creative commons zero/, versions: "CC0-1.0" },
  { title: /blue oak model license/, versions: { "1": "BlueOak-1.0.0" } },
  { title: /open font license/, versions: { "1.1": "OFL-1.1" } },
  { title: /artistic license/, versions: { "2": "Artistic-2.0" } },
  { title: /do what the fuck you want to public license/, versions: "WTFPL" },
  { title: /postgresql (?:license|database management system)/, versions: "PostgreSQL" },
];

const CREATIVE_COMMONS =
  /\b(?:attribution|cc[ -]by)((?:[ -]+(?:non-?commercial|no-?deriv(?:ative)?s|share-?alike|nc|nd|sa)\b)*)[ -]*(?:license[ ,-]*)?(?:version )?([1-4]\.\d)/;

/** Words that say that a text is not the licence it goes on to name, but that licence with something taken away. */
const TAKEN_AWAY =
  /\bmodified version of the\b|\badditional (?:conditions|restrictions)\b|\bsubject to the following (?:additional )?restrictions\b/;

function titled(head: string): Known | undefined {
  const found = TITLES.flatMap(({ title, versions }) => {
    const match = title.exec(head);
    return match
      ? [{ at: match.index, read: () => versionOf(head.slice(match.index + match[0].length), versions) }]
      : [];
  });
  const creativeCommons = CREATIVE_COMMONS.exec(head);
  if (creativeCommons) {
    const [, elements = "", version = ""] = creativeCommons;
    found.push({ at: creativeCommons.index, read: () => attribution(short(elements), version) });
  }
  const first = found.toSorted((a, b) => a.at - b.at)[0];
  if (!first) return undefined;
  const isLess = /\b(?:proprietary|confidential)\b/.test(head.slice(0, first.at)) || TAKEN_AWAY.test(head);
  return isLess ? UNRECOGNISED : first.read();
}

function versionOf(after: string, versions: Readonly<Record<string, string>> | string): Known {
  if (typeof versions === "string") return permissive(versions);
  const [, named, bare] = VERSION.exec(after) ?? [];
  const version = (named ?? bare ?? "").replace(/(?:\.0)+$/, "");
  const name = Object.hasOwn(versions, version) ? versions[version] : undefined;
  return name === undefined ? UNRECOGNISED : permissive(name);
}

/** The elements of a Creative Commons licence by their two letters: `-noncommercial-sharealike` is `-nc-sa`. */
function short(elements: string): string {
  return [...elements.matchAll(/nc\b|nd\b|sa\b|non-?commercial|no-?deriv|share-?alike/g)]
    .map(([word]) => `-${word.startsWith("nd") || /^no-?d/.test(word) ? "nd" : word.startsWith("n") ? "nc" : "sa"}`)
    .join("");
}

/** Sentences by which a text without a title grants what it grants. */
const GRANTS: readonly (readonly [RegExp, (whole: string) => string])[] = [
  [/permission is hereby granted, free of charge, to any person obtaining a copy/, mitKind],
  [
    /permission to use, copy, modify,? and(?:\/or)? distribute this software for any purpose with or without fee/,
    iscKind,
  ],
  [/redistribution and use in source and binary forms, with or without modification, are permitted/, bsdKind],
  [/this is free and unencumbered software released into the public domain/, () => "Unlicense"],
  [
    /this software is provided 'as-is', without any express or implied warranty.{0,2000}altered source versions/,
    () => "Zlib",
  ],
  [/without fee, and without a written agreement is hereby granted/, () => "PostgreSQL"],
];

/** Words that take away from what such a sentence grants. */
const LESS =
  /non-?\s?commercial|\bportions\b.{0,200}\blicensed as follows|\benterprise (?:edition|license)\b|'?\bee\/?'? (?:directory|folder)|\b(?:not|no|prohibit\w*)\b[^.]{0,40}\bcommercial (?:use|purposes?)\b/;

function granted(whole: string): Known | undefined {
  for (const [sentence, kind] of GRANTS) {
    if (sentence.test(whole)) return LESS.test(whole) ? UNRECOGNISED : permissive(kind(whole));
  }
  return undefined;
}

function mitKind(whole: string): string {
  if (!/copyright notice.{0,80}shall be included/.test(whole)) return "MIT-0";
  return /except as contained in this notice, the names?\b/.test(whole) ? "X11" : "MIT";
}

function iscKind(whole: string): string {
  return /hereby granted, provided that/.test(whole) ? "ISC" : "0BSD";
}

function bsdKind(whole: string): string {
  if (/advertising materials mentioning/.test(whole)) return "BSD-4-Clause";
  return /endorse or promote products/.test(whole) ? "BSD-3-Clause" : "BSD-2-Clause";
}

function reserved(whole: string): Known | undefined {
  return whole.includes("all rights reserved") ? restrictive("all rights reserved") : undefined;
}
