import { VERSION } from "../version.ts";

const OVERVIEW = `skillpress ${VERSION}: publish a folder of Agent Skills on your own domain.

Usage
  skillpress build [options]          build the publication, verify it, and put it in place
  skillpress check [what] [options]   the same checks, nothing written
  skillpress --help | --version

Run \`skillpress COMMAND --help\` for its options and examples.
`;

const BUILD = `skillpress build: build the publication, verify it from disk, and put it in place.

Usage
  skillpress build [--source DIR] [--origin URL] [--out DIR] [--no-catalog] [--bundle SLUG]
                   [--strict] [--force] [--record FILE] [--json]

Options
  --source DIR    folder that holds the skills (default: skills)
  --origin URL    https address you will serve from; also SKILLPRESS_ORIGIN
  --out DIR       folder to write (default: dist)
  --no-catalog    no pages; publish into a site you already have, touching only what is ours
  --bundle SLUG   also publish one bundle of every skill
  --strict        warnings stop the build too
  --force         replace files that an earlier build did not write
  --record FILE   write what was published and what was left out, and why, as JSON
  --json          print that record on stdout instead of the summary

In a folder whose Astro site uses the integration, that site is built, unless --source lies outside it.

Exit codes
  0 published   1 the content has problems, nothing was changed   2 usage or machine   70 a bug

Examples
  skillpress build --origin https://docs.example.com
  skillpress build --source skills --origin https://docs.example.com --out public --no-catalog
`;

const CHECK = `skillpress check: say what is wrong, write nothing.

Usage
  skillpress check [DIR | index.json | URL] [--source DIR] [--origin URL] [--bundle SLUG] [--strict] [--json]

  DIR          a folder of skills (default: the configured source), or a built publication
  index.json   somebody's discovery index on disk
  URL          the address of somebody's discovery index

Exit codes
  0 good   1 problems were found   2 usage or machine   70 a bug

Examples
  skillpress check
  skillpress check dist
  skillpress check https://docs.example.com/.well-known/agent-skills/index.json
`;

const TOPICS: ReadonlyMap<string | undefined, string> = new Map([
  ["build", BUILD],
  ["check", CHECK],
]);

/** The help text of the tool, or of one command. */
export function help(topic: string | undefined): string {
  return TOPICS.get(topic) ?? OVERVIEW;
}
