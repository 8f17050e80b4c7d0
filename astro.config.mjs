import { defineConfig } from "astro/config";
import skillpress from "skillpress";

export default defineConfig({
  integrations: [
    skillpress(),
    {
      name: "front-door",
      hooks: {
        "astro:config:setup": ({ injectRoute }) =>
          injectRoute({ pattern: "/", entrypoint: "./src/catalog/pages/root.astro" }),
      },
    },
  ],
});
