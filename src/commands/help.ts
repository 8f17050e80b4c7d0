import { VERSION } from "../version.ts";

const OVERVIEW = `skillpress ${VERSION}: publish a folder of Agent Skills on your own domain.

Usage
  skillpress build [options]          build the publication, verify it, and put it in place
  skillpress check [what] [options]   the same checks, nothing written
  skillpress verify <what> [options]  say whether what is served is what was built
  skillpress checklist record …       record what only a person can see
  skillpress preview [DIR] [options]  build for this machine and serve it, to try it out
  skillpress manifest DIR [options]   is an installed skill, file by file, the one that was reviewed?
  skillpress set <command> …          use sets of skills in a project
  skillpress --help | --version

Run \`skillpress COMMAND --help\` for its options and examples.
`;

const BUILD = `skillpress build: build the publication, verify it from disk, and put it in place.

Usage
  skillpress build [--source DIR] [--origin URL] [--out DIR] [--no-catalog] [--bundle SLUG]
                   [--results FILE] [--previous FROM] [--resolve] [--[no-]strict] [--force]
                   [--record FILE] [--json]

Options
  --source DIR    folder that holds the skills (default: skills)
  --origin URL    https address you will serve from; also SKILLPRESS_ORIGIN
  --out DIR       folder to write (default: dist)
  --no-catalog    no pages; publish into a site you already have, touching only what is ours
  --bundle SLUG   also publish one bundle of every skill
  --results FILE  show recorded results on the checklist
  --previous FROM keep the snapshots of the publication before: a folder, an origin, or \`none\`
  --resolve       install members of sets that are published elsewhere, to know their content
  --strict        warnings stop the build too; --no-strict: they do not, whatever the configuration says
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
  skillpress check [DIR | index.json | URL] [--source DIR] [--origin URL] [--bundle SLUG] [--[no-]strict] [--json]

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

const VERIFY = `skillpress verify: fetch what is served as a client does, hash every byte, and say what it is worth.

Usage
  skillpress verify <folder | https://origin[/base]> [--report FILE|DIR] [--require-build] [--as ORIGIN]
                    [--previous FILE|DIR] [--allow OUTCOME]... [--same-origin] [--thorough]
                    [--install [--skill NAME]...] [--results FILE] [--json]

Options
  --report FILE|DIR    the report.json of your build, or its output folder, to compare with
  --require-build      without such a report the outcome is unverifiable
  --as ORIGIN          the origin that the index names, when this is another copy, such as a preview
  --previous FILE|DIR  the report or output of the build before, to recognise what is stale
  --allow OUTCOME      exit with 0 for \`incomplete\` or \`unverifiable\`; the outcome stays as it is
  --same-origin        an artifact from another origin is a failure, not a warning
  --thorough           ask for every artifact with HEAD and other encodings, not only for one of each type
  --install            install each skill with the real \`skills\` client too, and compare the files
  --skill NAME         install only this skill; several may be named
  --results FILE       append the run to this file, for the checklist of the next build
  --json               print the whole verification on stdout, as one object

Exit codes
  0 verified   7 failed   8 incomplete: no definite answer   9 unverifiable: nothing to check
  2 usage or machine   70 a bug

Examples
  skillpress verify dist
  skillpress verify https://docs.example.com --report dist --require-build
  skillpress verify https://preview-42.example.net --as https://docs.example.com --report dist
`;

const CHECKLIST = `skillpress checklist record: record what only a person can see of a published skill.

Usage
  skillpress checklist record --skill NAME... --activation pass|fail [--note TEXT]
                              [--results FILE] [--report FILE|DIR] [--json]

Options
  --skill NAME            the skill; several may be named
  --activation pass|fail  whether an agent read it in a new conversation that did not name it
  --note TEXT             what was seen, for the checklist; it is published with it
  --results FILE          file to append to (default: the configured \`results\`)
  --report FILE|DIR       report of the build that was tried (default: that in the output folder)
  --json                  print what was recorded on stdout

The result holds for the bytes that the report names. \`skillpress build --results FILE\` shows it.

Exit codes
  0 recorded   2 usage or machine, nothing was recorded   70 a bug

Examples
  skillpress checklist record --skill tides --activation pass --results results.json
  skillpress checklist record --skill tides --activation fail --note "It asked for the port instead."
`;

const PREVIEW = `skillpress preview: build for an address of this machine, and serve it as a good host does.

Usage
  skillpress preview [DIR] [--watch] [--port N] [--no-catalog] [--bundle SLUG] [--resolve]

  DIR             folder that holds the skills (default: the configured source)

Options
  --watch         build again when the source changes; a broken one leaves the last good build
  --port N        port to listen on; 0 lets the system choose (default: the first free one from 4777)
  --no-catalog    no pages
  --bundle SLUG   also publish one bundle of every skill
  --resolve       install members of sets that are published elsewhere, to know their content

It listens on 127.0.0.1 only, and prints commands that install from it with the real client. What it builds is put into a
temporary folder, which is removed when it ends. In a folder whose Astro site uses the integration, that site is built,
unless DIR lies outside it; its own pages are best watched with \`astro dev\`.

Exit codes
  0 ended by Ctrl-C or a signal   1 the content has problems   2 usage or machine   70 a bug

Examples
  skillpress preview
  skillpress preview skills --watch
`;

const MANIFEST = `skillpress manifest: list every file of a skill's folder with its SHA-256, or compare it with such a list.

Usage
  skillpress manifest DIR [--against FILE|URL] [--cwd DIR] [--json]

  DIR                 folder of one skill, as it is installed

Options
  --against FILE|URL  manifest to compare with: a file outside DIR, or an https address
  --cwd DIR           folder that DIR and FILE are relative to (default: the one you stand in)
  --json              print the manifest or the comparison on stdout, as one object

Every publication has the manifest of each skill at agent-skills/NAME/manifest.json.

Exit codes
  0 the manifest was made, or everything is equal   1 something differs   2 anything else: nothing was compared

Examples
  skillpress manifest .claude/skills/tides --against https://docs.example.com/agent-skills/tides/manifest.json
  skillpress manifest .claude/skills/tides --json > tides.json
`;

const SET = `skillpress set: check sets of skills, and use them in the project you are in.

Usage
  skillpress set check FILE | FOLDER | URL [--json]
  skillpress set lock FILE [--json]
  skillpress set add URL[#sha256=HASH] | PATH [--hash sha256:HASH] [--yes] [--json]
  skillpress set install [SET] [--json]
  skillpress set verify [SET] [--frozen] [--json]
  skillpress set remove SET [--yes] [--json]

  check     judge manifests and locks by the format, and say what no client could do with them
  lock      make the lock of a manifest from what is installed in the project, beside the manifest
  add       show what a set is and who serves its members, ask, and install them into .agents/skills/
  install   install what is missing, or is not what the locks say
  verify    hash every member anew and compare it with the lock
  remove    forget a set; the folders of its members are left to you

Options
  --hash sha256:HASH  hash of the set that somebody gave you; also as #sha256=HASH after the address
  --yes               do not ask; needed where there is no terminal
  --frozen            a set without a lock is an error; so by itself in CI, where a set has a lock or had one
  --json              print one line of JSON, as the format of sets has it

Members are fetched with the \`skills\` client of the project, or with npx. After a failure of \`add\` or \`remove\` the project is
as it was; \`install\` keeps the members that came as they must be, and names the others.

Exit codes
  0 good   1 anything else   2 usage, not confirmed, or no lock   3 not what lock or pin say   4 conflict   70 a bug

Examples
  skillpress set check sets
  skillpress set add https://docs.example.com/sets/coast.skill-set.json
  skillpress set verify --frozen
`;

const TOPICS: ReadonlyMap<string | undefined, string> = new Map([
  ["build", BUILD],
  ["check", CHECK],
  ["verify", VERIFY],
  ["checklist", CHECKLIST],
  ["preview", PREVIEW],
  ["manifest", MANIFEST],
  ["set", SET],
]);

/** The help text of the tool, or of one command. */
export function help(topic: string | undefined): string {
  return TOPICS.get(topic) ?? OVERVIEW;
}
