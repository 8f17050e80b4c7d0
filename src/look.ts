import { resolve } from "node:path";
import { z } from "zod";

/** A path of the project, ending in one of these suffixes. */
function file(suffixes: string): z.ZodString {
  return z
    .string()
    .regex(
      new RegExp(`^[^\\u0000]+\\.(?:${suffixes.replaceAll(" ", "|")})$`, "u"),
      `it is not the path of a file that ends in .${suffixes.replaceAll(" ", ", .")}`,
    );
}

const IMAGES = "svg png webp avif jpg jpeg gif";

/** Parts of the pages that a publisher may replace, by the name of their component. */
const Part = z.enum(["masthead", "footer", "install", "facts", "skill-list", "bundle-list"]);

/** How the pages look. Paths are relative to the project. */
export const Look = z.strictObject({
  logo: file(IMAGES).optional().meta({ description: "Image shown before the title in the head of each page." }),
  logoAlt: z.string().min(1, "it is empty").optional().meta({
    description: "What the logo says, when it holds the name itself; then it stands in place of the title.",
  }),
  favicon: file("svg png ico").optional().meta({ description: "Icon of the pages in tabs and bookmarks." }),
  accent: z
    .string()
    .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "write it as #rgb or #rrggbb")
    .optional()
    .meta({ description: "Colour of links and marks. Its lightness is adjusted until text in it can be read." }),
  links: z
    .array(
      z.strictObject({
        label: z.string().min(1, "it is empty"),
        href: z
          .string()
          .regex(
            /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|\/(?![\\/])[^\s]*)$/,
            "write an address with https:// or a path from /",
          )
          .refine((href) => URL.canParse(href, "https://skills.example/"), "it is not an address"),
      }),
    )
    .readonly()
    .optional()
    .meta({ description: "Links in the foot of each page." }),
  css: file("css").optional().meta({ description: "Style sheet that is loaded after ours." }),
  layout: file("astro").optional().meta({
    description: "Layout component of your site that the pages are put into, in place of our own document.",
  }),
  components: z
    .partialRecord(Part, file("astro"))
    .optional()
    .meta({ description: "Components of yours in place of parts of the pages." }),
});

export type Look = z.output<typeof Look>;

/** The same look with absolute paths. */
export function absoluteLook({ components, ...look }: Look, base: string): Look {
  const files = Object.entries(components ?? {}).map(([part, path]) => [part, resolve(base, path)]);
  return {
    ...look,
    ...Object.fromEntries(
      (["logo", "favicon", "css", "layout"] as const).flatMap((key) =>
        look[key] === undefined ? [] : [[key, resolve(base, look[key])]],
      ),
    ),
    ...(components && { components: Object.fromEntries(files) }),
  };
}
