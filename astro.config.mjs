import { defineConfig } from "astro/config";
import skillpress from "skillpress";
import { furniture } from "./src/astro/furniture.ts";

export default defineConfig({
  integrations: [skillpress(), ...furniture()],
});
