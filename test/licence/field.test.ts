import deprecated from "spdx-license-ids/deprecated.json" with { type: "json" };
import identifiers from "spdx-license-ids/index.json" with { type: "json" };
import { expect, test } from "vitest";
import { readField } from "../../src/licence/field.ts";
import { PERMISSIVE_NAMES } from "../../src/licence/known.ts";

test.each([
  ["MIT", "MIT"],
  ["mit", "MIT"],
  ["MIT license", "MIT"],
  ["The MIT License", "MIT"],
  ["BSD-3-Clause license", "BSD-3-Clause"],
  ["BSD", "BSD-3-Clause"],
  ["GPLv3 license", "GPL-3.0"],
  ["GPL-2.0-only", "GPL-2.0"],
  ["AGPL-3.0-or-later", "AGPL-3.0"],
  ["GPL", "GPL"],
  ["CC BY 4.0", "CC-BY-4.0"],
  ["CC-BY-SA", "CC-BY-SA-4.0"],
  ["CC BY 3.0", "CC-BY-3.0"],
  ["CC0", "CC0-1.0"],
  ["public domain", "CC0-1.0"],
  ["Apache", "Apache-2.0"],
  ["Apache-2", "Apache-2.0"],
  ["apache2", "Apache-2.0"],
  ["Apache License 2.0", "Apache-2.0"],
  ["Apache License, Version 2.0", "Apache-2.0"],
  ["Apache-v2", "Apache-2.0"],
  ["3-clause BSD license", "BSD-3-Clause"],
  ["The Unlicense", "Unlicense"],
  ["(MIT OR Apache-2.0)", "MIT / Apache-2.0"],
  ["MIT OR Apache-2.0", "MIT / Apache-2.0"],
  ["mit or apache-2.0", "MIT / Apache-2.0"],
  ["MIT/Apache-2.0", "MIT / Apache-2.0"],
  ["(MIT AND (Zlib OR ISC)) OR MIT", "MIT / Zlib / ISC"],
  ["GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0"],
])("the field `%s` is permissive: %s", (field, name) => {
  expect(readField(field)).toEqual({ permissive: true, name });
});

test.each([
  ["Proprietary", "proprietary"],
  ["Proprietary. LICENSE.txt has complete terms", "Proprietary. LICENSE.txt has complete terms"],
  ["Unknown", "Unknown"],
  ["Proprietary (API key required)", "Proprietary (API key required)"],
  ["UNLICENSED", "all rights reserved"],
  ["ARR", "all rights reserved"],
  ["none", "all rights reserved"],
  ["All Rights Reserved", "all rights reserved"],
  ["confidential", "confidential"],
  ["CC-BY-NC-4.0", "CC-BY-NC-4.0"],
  ["CC BY-NC-SA 4.0", "CC-BY-NC-SA-4.0"],
  ["CC-BY-ND", "CC-BY-ND-4.0"],
  ["BUSL-1.1", "BUSL-1.1"],
  ["SSPL-1.0", "SSPL-1.0"],
  ["Elastic-2.0", "Elastic-2.0"],
  ["PolyForm-Noncommercial-1.0.0", "PolyForm-Noncommercial-1.0.0"],
  ["FSL-1.1-ALv2", "FSL-1.1-ALv2"],
  ["MIT OR Proprietary", "MIT / proprietary"],
  ["MIT WITH Commons-Clause", "MIT / Commons-Clause"],
  ["MIT AND CC-BY-NC-4.0", "MIT / CC-BY-NC-4.0"],
  ["Unicode-3.0", "Unicode-3.0"],
  ["LicenseRef-Ours", "LicenseRef-Ours"],
  ["MIT or", "MIT or"],
  ["MIT/", "MIT/"],
  ["()", "()"],
  ["https://example.com/terms", "https://example.com/terms"],
  ["constructor", "constructor"],
  [`x${"y".repeat(99)}`, `x${"y".repeat(79)}…`],
])("the field `%s` is restrictive: %s", (field, name) => {
  expect(readField(field)).toEqual({ permissive: false, name });
});

test.each([
  "See LICENSE",
  "see the file",
  "Refer to the repository",
  "in LICENSE",
  "As in the root",
  "per LICENSE",
  "LICENSE",
  "licence file",
  "COPYING.md",
  "LICENSE.txt file",
  "Complete terms in LICENSE.txt",
  "https://github.com/acme/skills/blob/main/LICENSE",
  "https://example.com/LICENSE.md?plain=1",
])("the field `%s` only points elsewhere", (field) => {
  expect(readField(field)).toBe("pointer");
});

test.each(["", "  ", "\n"])("a blank field says nothing", (field) => {
  expect(readField(field)).toBe("nothing");
});

test.each(["Per-seat commercial", "International", "Seen and agreed"])("`%s` only begins like a pointer", (field) => {
  expect(readField(field)).toEqual({ permissive: false, name: field });
});

test("a field of more than 120 characters is the text of a licence", () => {
  const grant =
    "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.";
  expect(readField(`${grant} Have fun.`)).toEqual({ permissive: true, name: "0BSD" });
  expect(readField("MIT ".repeat(40))).toEqual({ permissive: false, name: "unrecognised" });
});

test("every permissive licence is shown by an identifier that SPDX has", () => {
  const spdx = new Set([...identifiers, ...deprecated]);
  expect(PERMISSIVE_NAMES.filter((name) => !spdx.has(name))).toEqual(["GPL"]);
});

test("every identifier that SPDX has and the table does not is restrictive", () => {
  const permissive = [...identifiers, ...deprecated].filter((each) => {
    const reading = readField(each);
    return typeof reading !== "string" && reading.permissive;
  });
  const listed = new Set(PERMISSIVE_NAMES);
  const others = permissive.filter(
    (each) => !listed.has(each.replace(/-(?:only|or-later)$/, "")) && !/^CC-BY(?:-SA)?-\d\.\d/.test(each),
  );
  expect(others).toEqual([]);
  expect(permissive.length).toBeGreaterThan(listed.size);
});
