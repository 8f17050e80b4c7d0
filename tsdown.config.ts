import { cpSync } from "node:fs";
import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    cli: "src/cli.ts",
    "verify/press-thread": "src/verify/press-thread.ts",
    "astro/sources-thread": "src/astro/sources-thread.ts",
  },
  outDir: "lib",
  format: "esm",
  platform: "node",
  target: "node22.20",
  // One file for each module, because the integration finds the pages beside its own folder.
  unbundle: true,
  fixedExtension: false,
  dts: { entry: "src/index.ts" },
  // The pages are compiled by Astro in the site that uses them, with the one module that their scripts share with the rest.
  hooks: {
    "build:done": () => {
      cpSync("src/catalog", "lib/catalog", { recursive: true });
      cpSync("src/artifact/directory-manifest.ts", "lib/artifact/directory-manifest.ts");
    },
  },
});
