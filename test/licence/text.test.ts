import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readText } from "../../src/licence/text.ts";
import { REPOSITORY } from "../tools/program.ts";

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software […]
The above copyright notice and this permission notice shall be included in all copies […]`;
const ISC =
  "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted";
const BSD = `Copyright (c) 2026 Acme. All rights reserved.
Redistribution and use in source and binary forms, with or without modification, are permitted provided that […]`;

test.each([
  ["MIT without its title", `Copyright (c) 2026 Acme\n\n${MIT}`, "MIT"],
  ["MIT with one", `# The **MIT** License\n\n${MIT}`, "MIT"],
  ["X11", `${MIT}\nExcept as contained in this notice, the name of Acme shall not be used`, "X11"],
  ["MIT No Attribution", `MIT No Attribution\n${MIT.split("\n")[0]}`, "MIT-0"],
  ["ISC", `${ISC}, provided that the above copyright notice appear in all copies.`, "ISC"],
  ["0BSD", `${ISC}.\nTHE SOFTWARE IS PROVIDED "AS IS"`, "0BSD"],
  ["BSD with two conditions", BSD, "BSD-2-Clause"],
  ["BSD with three", `${BSD} may not be used to endorse or promote products derived`, "BSD-3-Clause"],
  [
    "BSD with four",
    `${BSD} All advertising materials mentioning features must display: endorse or promote products`,
    "BSD-4-Clause",
  ],
  ["the Unlicense", "This is free and unencumbered software released into the public domain.", "Unlicense"],
  [
    "zlib",
    "This software is provided 'as-is', without any express or implied warranty. […]\n2. Altered source versions must be plainly marked",
    "Zlib",
  ],
  ["PostgreSQL", "for any purpose, without fee, and without a written agreement is hereby granted", "PostgreSQL"],
  ["Apache", "      Apache License\n      Version 2.0, January 2004", "Apache-2.0"],
  ["Apache's notice", 'Licensed under the Apache License, Version 2.0 (the "License")', "Apache-2.0"],
  [
    "a centred AGPL",
    "          GNU AFFERO GENERAL PUBLIC LICENSE\n             Version 3, 19 November 2007",
    "AGPL-3.0",
  ],
  ["GPL 2", "GNU GENERAL PUBLIC LICENSE\nVersion 2, June 1991", "GPL-2.0"],
  [
    "GPL 3, which names others",
    `GNU GENERAL PUBLIC LICENSE\nVersion 3\n${"x ".repeat(900)} GNU Affero General Public License`,
    "GPL-3.0",
  ],
  [
    "LGPL",
    "GNU LESSER GENERAL PUBLIC LICENSE\nVersion 3\nincorporates version 3 of the GNU General Public License",
    "LGPL-3.0",
  ],
  ["MPL", "Mozilla Public License Version 2.0\n====", "MPL-2.0"],
  ["EPL 1", "Eclipse Public License - v 1.0", "EPL-1.0"],
  ["EPL 2", "Eclipse Public License - v 2.0", "EPL-2.0"],
  ["Boost", "Boost Software License - Version 1.0 - August 17th, 2003", "BSL-1.0"],
  ["CC0", "Creative Commons Legal Code\n\nCC0 1.0 Universal", "CC0-1.0"],
  ["Blue Oak with a heading", "# Blue Oak Model License\n\nVersion 1.0.0", "BlueOak-1.0.0"],
  ["a font", "This Font Software is licensed under the SIL Open Font License, Version 1.1.", "OFL-1.1"],
  ["Artistic 2", "The Artistic License 2.0", "Artistic-2.0"],
  ["WTFPL", "DO WHAT THE FUCK YOU WANT TO PUBLIC LICENSE\nVersion 2, December 2004", "WTFPL"],
  ["CC-BY", "Attribution 4.0 International\n====\nCreative Commons Corporation is not a law firm", "CC-BY-4.0"],
  ["CC-BY-SA", "# Attribution-ShareAlike 4.0 International", "CC-BY-SA-4.0"],
  ["CC-BY 3.0", "Creative Commons Legal Code\n\nAttribution 3.0 Unported", "CC-BY-3.0"],
  [
    "a notice of CC-BY-SA",
    "Licensed under a Creative Commons Attribution-ShareAlike 4.0 International License.",
    "CC-BY-SA-4.0",
  ],
])("%s is recognised by an excerpt", (_, text, name) => {
  expect(readText(text)).toEqual({ permissive: true, name });
});

test.each([
  [
    "FSL that becomes Apache",
    "# Functional Source License, Version 1.1, ALv2 Future License\nWe grant you the Apache License, Version 2.0 after two years",
    "FSL-1.1-ALv2",
  ],
  ["FSL by its abbreviation", "## Abbreviation\nFSL-1.1-MIT\nMIT License", "FSL-1.1-MIT"],
  [
    "BUSL that becomes MPL",
    "Business Source License 1.1\nChange License: Mozilla Public License Version 2.0",
    "BUSL-1.1",
  ],
  ["MIT under the Commons Clause", `"Commons Clause" License Condition v1.0\nMIT License\n${MIT}`, "Commons-Clause"],
  ["the Commons Clause behind MIT", `MIT License\n${MIT}\n${"x ".repeat(900)}\nCommons Clause`, "Commons-Clause"],
  ["SSPL, which is like AGPL", "Server Side Public License\nVersion 1, October 16, 2018\nGNU Affero", "SSPL-1.0"],
  ["Elastic", "Elastic License 2.0\n## Acceptance", "Elastic-2.0"],
  ["PolyForm Noncommercial", "# PolyForm Noncommercial License 1.0.0", "PolyForm-Noncommercial-1.0.0"],
  ["PolyForm Shield", "# PolyForm Shield License 1.0.0", "PolyForm"],
  ["CC with NC", "Attribution-NonCommercial-ShareAlike 4.0 International", "CC-BY-NC-SA-4.0"],
  ["CC with ND", "Creative Commons Attribution-NoDerivatives 4.0", "CC-BY-ND-4.0"],
  ["CC 2.0 with NC and ND", "Attribution-NonCommercial-NoDerivs 2.0", "CC-BY-NC-ND-2.0"],
  ["a short name of CC with NC", "These texts are CC BY-NC 4.0.", "CC-BY-NC-4.0"],
  [
    "nothing but a reservation",
    "© 2026 Acme. All rights reserved. Use is governed by your agreement.",
    "all rights reserved",
  ],
  ["MIT for some uses", `${MIT}\nfor non-commercial purposes`, "unrecognised"],
  [
    "MIT for a part",
    `Portions of this software are licensed as follows: the "ee/" directory … \n${MIT}`,
    "unrecognised",
  ],
  ["MIT beside an enterprise edition", `${MIT}\nThe Enterprise Edition has other terms`, "unrecognised"],
  [
    "less than Apache",
    "Acme is licensed under a modified version of the Apache License 2.0, with additional conditions:",
    "unrecognised",
  ],
  [
    "a proprietary text that quotes one",
    "Proprietary. Parts come under the Apache License, Version 2.0.",
    "unrecognised",
  ],
  ["a version that is not known", "Mozilla Public License Version 1.1", "unrecognised"],
  ["Apache 1.1", "The Apache Software License, Version 1.1", "unrecognised"],
  [
    "GFDL, which names the GPL",
    "GNU Free Documentation License\nVersion 1.3\nIt complements the GNU General Public License",
    "unrecognised",
  ],
  ["no text at all", "", "unrecognised"],
  ["the name alone", "MIT", "unrecognised"],
  ["anything else", "Be nice.", "unrecognised"],
])("%s is restrictive", (_, text, name) => {
  expect(readText(text)).toEqual({ permissive: false, name });
});

const COMMON = "/usr/share/common-licenses";
const isThere = existsSync(COMMON);
if (!isThere) process.stderr.write(`NOT RUN: the whole texts of ${COMMON} are not there (Debian: base-files).\n`);

test.skipIf(!isThere).each([
  ["Apache-2.0", true, "Apache-2.0"],
  ["Artistic", false, "unrecognised"],
  ["BSD", true, "BSD-3-Clause"],
  ["CC0-1.0", true, "CC0-1.0"],
  ["GFDL-1.2", false, "unrecognised"],
  ["GFDL-1.3", false, "unrecognised"],
  ["GPL-1", true, "GPL-1.0"],
  ["GPL-2", true, "GPL-2.0"],
  ["GPL-3", true, "GPL-3.0"],
  ["LGPL-2", true, "LGPL-2.0"],
  ["LGPL-2.1", true, "LGPL-2.1"],
  ["LGPL-3", true, "LGPL-3.0"],
  ["MPL-1.1", false, "unrecognised"],
  ["MPL-2.0", true, "MPL-2.0"],
])(`the whole text of ${COMMON}/%s is what it names itself`, (file, permissive, name) => {
  expect(readText(readFileSync(join(COMMON, file), "utf8"))).toEqual({ permissive, name });
});

/** What packages that the tests and builds of this project need declare in their package.json. */
const DECLARED: readonly (readonly [string, string])[] = [
  ["ajv", "MIT"],
  ["astro", "MIT"],
  ["yaml", "ISC"],
  ["typescript", "Apache-2.0"],
  ["@axe-core/playwright", "MPL-2.0"],
  ["@speed-highlight/core", "CC0-1.0"],
];

test.each(DECLARED)("the whole licence text of the package %s is %s, as it declares", (name, licence) => {
  const folder = join(REPOSITORY, "node_modules", name);
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({ license: licence });
  const file = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each)) ?? "";
  expect(readText(readFileSync(join(folder, file), "utf8"))).toEqual({ permissive: true, name: licence });
});

test("nothing beyond the first 64 Ki characters is read", () => {
  const grant = "This is free and unencumbered software released into the public domain";
  expect(readText(`${"x".repeat(65_536 - grant.length)}${grant}`)).toMatchObject({ name: "Unlicense" });
  expect(readText(`${"x".repeat(65_536 - grant.length + 1)}${grant}`)).toMatchObject({ name: "unrecognised" });
});
