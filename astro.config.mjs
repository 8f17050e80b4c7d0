import { defineConfig } from "astro/config";
import skillpress from "skillpress";

export default defineConfig({
  integrations: [skillpress()],
});
