/**
 * `error`: the content cannot be published; exit 1. `warning`: published, but look at it. `halt`: the request or the
 * machine is at fault, nothing was tried; exit 2. `note`: a file that is left out on purpose, named in the build record.
 */
export type Severity = "error" | "warning" | "halt" | "note";

/** A kind of problem: how grave it is, what is wrong, what to do. */
export interface Kind {
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
}

/** Every problem the tool can report. Codes are permanent. Blanks in braces are filled in when it is reported. */
export const kinds = {
  // The source folder
  "source-missing": {
    severity: "halt",
    message: "The source folder `{folder}` does not exist or is not a folder.",
    hint: "Name the folder that holds your skills with `--source DIR` or `source` in skillpress.config.json.",
  },
  "source-unreadable": {
    severity: "halt",
    message: "The source cannot be read here: {reason}.",
    hint: "Give the account that runs the build the right to read it; a folder that cannot be read may hide skills.",
  },
  "source-too-large": {
    severity: "halt",
    message: "The source holds more than {limit} files and folders, or folders nested deeper than {depth}.",
    hint: "Point `--source` at the folder that holds the skills and nothing else.",
  },
  "nothing-to-publish": {
    severity: "error",
    message: "The source holds no skill that can be published.",
    hint: "Put each skill in a folder of its own with a file named exactly SKILL.md, for example skills/my-skill/SKILL.md.",
  },
  "root-skill": {
    severity: "error",
    message: "This SKILL.md lies directly in the source folder, so it has no folder of its own.",
    hint: "Move it and its files into a folder below the source, for example my-skill/SKILL.md.",
  },
  "skill-too-deep": {
    severity: "error",
    message: "This SKILL.md lies below more than three category folders.",
    hint: "Move the skill's folder up; at most three category folders may lie between it and the source.",
  },
  "nested-skill": {
    severity: "error",
    message: "This SKILL.md lies inside the skill `{outer}`; clients would not see it as a skill.",
    hint: "Move its folder below `{outer}/skills/` to make `{outer}` a bundle container, or out of it.",
  },
  "nested-bundle": {
    severity: "error",
    message: "This bundle container lies inside the bundle container `{outer}`.",
    hint: "Move it beside `{outer}`; a bundle holds skills, not bundles.",
  },
  "empty-bundle": {
    severity: "error",
    message: "This bundle container has a folder `skills` without a skill to publish.",
    hint: "Put skills into it, or remove the folder `skills`.",
  },
  "skill-file-spelling": {
    severity: "error",
    message: "`{found}` is not the spelling clients look for.",
    hint: "Rename it to exactly SKILL.md (with `git mv`, so that the change survives a case-insensitive disk).",
  },
  "folder-without-skill": {
    severity: "warning",
    message: "This folder has files, but neither a SKILL.md nor a skill below it; nothing of it is published.",
    hint: "Add a SKILL.md if it is a skill, or move the folder out of the source.",
  },
  "linked-folder": {
    severity: "error",
    message: "This is a symbolic link to a folder; such links are not followed.",
    hint: "Replace the link with a copy of the folder, or remove it.",
  },
  "duplicate-name": {
    severity: "error",
    message: "The name `{name}` is already taken by {other}{comparison}.",
    hint: "Rename or remove one of the two; a name can be published once.",
  },
  "invalid-bundle-name": {
    severity: "error",
    message: "`{name}` cannot be the name of a bundle.",
    hint: "Use lower-case letters, digits and single hyphens, at most 64 characters, for example `{slug}`.",
  },
  "unknown-bundle-member": {
    severity: "error",
    message: "The bundle `{bundle}` names the skill `{name}`, which is not among the published ones.",
    hint: "Correct the name in `bundles`, or remove it.",
  },

  // Front matter
  "byte-order-mark": {
    severity: "error",
    message: "The file starts with a byte order mark ({bytes}).",
    hint: "Save it as UTF-8 without BOM; clients strip the mark on install, so installed bytes would not match the digest.",
  },
  "utf-16": {
    severity: "error",
    message: "The file is saved as UTF-16 ({bytes}).",
    hint: "Save it as UTF-8 without BOM.",
  },
  "not-utf-8": {
    severity: "error",
    message: "The file is not valid UTF-8: byte {byte} at offset {offset} does not fit.",
    hint: "Save it as UTF-8 without BOM; clients replace such bytes on install.",
  },
  "missing-front-matter": {
    severity: "error",
    message: "The file does not start with front matter.",
    hint: "Start it with a line `---`, then `{line}` and `description: …`, then a line `---`.",
  },
  "front-matter-fence": {
    severity: "error",
    message: "The front matter fence is not exactly `---` but `{found}`.",
    hint: "Write the line as `---` with nothing before or after it; the main client drops the skill otherwise.",
  },
  "blank-before-front-matter": {
    severity: "error",
    message: "There is a blank line before the front matter.",
    hint: "Remove everything before the first `---`; the main client drops the skill otherwise.",
  },
  "unterminated-front-matter": {
    severity: "error",
    message: "The front matter is never closed.",
    hint: "End it with a line `---`.",
  },
  "front-matter-too-long": {
    severity: "error",
    message: "The front matter has {length} characters; at most {limit} are read.",
    hint: "Move what is not metadata into the body.",
  },
  "invalid-yaml": {
    severity: "error",
    message: "The front matter is not valid YAML: {reason}.",
    hint: "{correction}",
  },
  "unsupported-yaml": {
    severity: "error",
    message: "The front matter uses a YAML {feature}, which clients read differently.",
    hint: "Write the value out as plain or quoted text.",
  },
  "missing-name": {
    severity: "error",
    message: "The front matter has no `name`.",
    hint: "Add `{line}`.",
  },
  "name-not-text": {
    severity: "error",
    message: "The name is read by clients as {type}, not as text.",
    hint: "Write `{correction}`.",
  },
  "invalid-name": {
    severity: "error",
    message: "`{name}` is not a valid name.",
    hint: "Use lower-case letters, digits and single hyphens, at most 64 characters: `{line}`.",
  },
  "name-differs": {
    severity: "warning",
    message: "The skill declares the name `{name}` but its folder is `{folder}`; it is published as `{name}`.",
    hint: "Rename the folder to `{name}`, or the skill to the folder's name.",
  },
  "missing-description": {
    severity: "error",
    message: "The front matter has no `description`, or it is empty.",
    hint: "Add `description: …` that says what the skill does and when to use it.",
  },
  "description-not-text": {
    severity: "error",
    message: "The description is read by clients as {type}, not as text.",
    hint: "Put the value in double quotes.",
  },
  "description-too-long": {
    severity: "error",
    message: "The description has {length} characters after folding; clients accept at most {limit}.",
    hint: "Shorten it by {excess} characters; details belong in the body.",
  },
  "unsafe-text": {
    severity: "error",
    message: "The {field} contains the control character {character}.",
    hint: "Remove the character.",
  },
  "invisible-characters": {
    severity: "warning",
    message: "The {field} contains the invisible character {character}.",
    hint: "Remove it unless the text needs it; invisible characters can hide instructions from a reader.",
  },
  "cut-at-hash": {
    severity: "warning",
    message: "The {field} is cut at ` #`, which starts a comment in YAML.",
    hint: "Put the whole value in quotes if the rest belongs to it.",
  },
  "probe-names-skill": {
    severity: "warning",
    message:
      "`metadata.activation-probe` contains the skill's name, so it proves nothing about activation; it is not used.",
    hint: "Write the request as a user would who does not know the skill.",
  },

  // Files of a skill
  "carriage-returns": {
    severity: "warning",
    message: "The file has CRLF line ends and is published with them.",
    hint: "If they come from the checkout, add `* text=auto eol=lf` to .gitattributes and check out again; digests depend on it.",
  },
  "link-escapes": {
    severity: "error",
    message: "This symbolic link leads to `{target}`, which is no file of the skill.",
    hint: "Replace the link with a copy of the file.",
  },
  "link-broken": {
    severity: "error",
    message: "This symbolic link leads to nothing, or in a circle: `{target}`.",
    hint: "Replace the link with the file it should stand for, or remove it.",
  },
  "link-followed": {
    severity: "warning",
    message: "This symbolic link is published as a copy of `{target}`, because archives carry no links.",
    hint: "Replace it with a file if the copy should be visible in the source too.",
  },
  "special-file": {
    severity: "error",
    message: "This is neither a file nor a folder but a device, pipe or socket.",
    hint: "Remove it from the source.",
  },
  "file-unreadable": {
    severity: "error",
    message: "The file cannot be read: {reason}.",
    hint: "Give the account that runs the build the right to read it, or remove the file.",
  },
  "changed-while-reading": {
    severity: "error",
    message: "The file changed while it was read.",
    hint: "Build again when nothing else writes to the source.",
  },
  "secret-file": {
    severity: "error",
    message: "This looks like a secret ({reason}) and would be published.",
    hint: "Move it out of the source; if it was ever committed, change the secret.",
  },
  "too-many-files": {
    severity: "error",
    message: "The skill has {count} files; clients unpack at most {limit}.",
    hint: "Leave out what an agent does not read, or split the skill.",
  },
  "skill-too-large": {
    severity: "error",
    message: "The skill has more than {limit} bytes unpacked, which is the most that clients unpack.",
    hint: "Move large data out of the skill and link to it.",
  },
  "all-executable": {
    severity: "warning",
    message:
      "Every file of the source has the execute bit, so the bit says nothing; only files that start with `#!` are published as executable.",
    hint: "Build from a file system that keeps modes, or clear the bit with `chmod -x` where it does not belong.",
  },
  "broken-link": {
    severity: "error",
    message: "The link to `{target}` leads to no file of the skill.",
    hint: "Correct the target or add the file; write an example link in backticks.",
  },
  "broken-reference": {
    severity: "warning",
    message: "The link to `{target}` leads to no file of the skill.",
    hint: "Correct the target or add the file; leave it if this file is a template that is used elsewhere.",
  },
  "link-leaves-skill": {
    severity: "warning",
    message: "The link to `{target}` leads out of the skill and is dead once the skill is installed.",
    hint: "Copy the file into the skill, or link to its full https address.",
  },
  "bare-script": {
    severity: "warning",
    message: "`{script}` is run bare, but clients install files without the execute bit.",
    hint: "Write `{advice}`.",
  },

  // Paths in archives
  "path-not-utf-8": {
    severity: "error",
    message: "The file name is not valid UTF-8.",
    hint: "Rename the file.",
  },
  "path-control-character": {
    severity: "error",
    message: "The path contains the control character {character}.",
    hint: "Rename the file.",
  },
  "path-absolute": {
    severity: "error",
    message: "The path starts like that of a drive, with a letter and `:`, and clients refuse the archive.",
    hint: "Rename the file.",
  },
  "path-backslash": {
    severity: "error",
    message: "The path contains a backslash, which clients take for a folder separator and drop.",
    hint: "Rename the file.",
  },
  "path-too-long": {
    severity: "error",
    message:
      "The path has {length} bytes and cannot be stored in a ustar archive (100 bytes, or 155 + 100 split at a `/`).",
    hint: "Shorten the file name or its folders; clients truncate longer names.",
  },
  "path-collision": {
    severity: "error",
    message: "The path is the same as `{other}` on disks that ignore case or Unicode form.",
    hint: "Rename one of the two.",
  },
  "path-not-nfc": {
    severity: "warning",
    message: "The file name is stored in decomposed Unicode form and is published like that.",
    hint: "Rename it to the composed form (NFC) unless the bytes are meant; the two look alike and differ.",
  },
  "path-not-portable": {
    severity: "warning",
    message: "The path contains {part}, which some clients or systems cannot store.",
    hint: "Rename the file to letters, digits, `-`, `_` and `.`.",
  },

  // Licences
  "licence-undecided": {
    severity: "error",
    message: "This declares the licence `{name}`, which does not allow to pass on copies, for {paths}.",
    hint: "Say in skillpress.config.json what to do: `follow` describes such content without its bytes, `vouch` publishes it in full because you have the right to.",
  },
  "licence-link": {
    severity: "warning",
    message: "This licence is a symbolic link; such links are not followed, so it counts as absent.",
    hint: "Replace the link with a copy of the file.",
  },
  "licence-pointer": {
    severity: "warning",
    message: "The field `license` only points elsewhere (`{pointer}`), and what counts is: {decision}.",
    hint: "Write the licence's SPDX identifier, for example `license: MIT`, or put the licence's text beside it in a file named LICENSE.",
  },
  // Secrets
  "secret-found": {
    severity: "error",
    message: "This looks like a secret and would be published: {what} (rule `{rule}`).",
    hint: "Remove it, and change the secret if it was ever committed. If it is none, allow this rule for this path in skillpress.config.json.",
  },
  "secrets-too-many": {
    severity: "error",
    message: "This file has {limit} findings that look like secrets; the rest of it was not examined.",
    hint: "Remove the secrets, or move the file out of the source.",
  },
  // Left out on purpose
  junk: {
    severity: "note",
    message: "Left out: file of an operating system or a tool.",
    hint: "Nothing to do.",
  },
  internal: {
    severity: "note",
    message: "Left out: the skill is marked `metadata.internal: true`.",
    hint: "Remove the mark to publish it.",
  },
  "outside-skill": {
    severity: "note",
    message: "Left out: the file belongs to no skill.",
    hint: "Move it into a skill's folder to publish it.",
  },

  // Options
  usage: {
    severity: "halt",
    message: "{reason}.",
    hint: "Run `skillpress --help` for the commands and options.",
  },
  "invalid-options": {
    severity: "halt",
    message: "The option `{option}` is wrong: {reason}.",
    hint: "The JSON Schema skillpress/schemas/config.schema.json lists the options; unknown ones are errors so that a typing mistake cannot go unnoticed.",
  },
  "invalid-origin": {
    severity: "halt",
    message: "`{origin}` cannot be the origin: {reason}.",
    hint: "Give the https address your skills are served from, for example https://docs.example.com.",
  },
  "placeholder-origin": {
    severity: "warning",
    message: "No origin was given; every address uses the placeholder {origin}.",
    hint: "Build with `--origin https://your.domain` before you publish.",
  },
  "loopback-origin": {
    severity: "warning",
    message: "The origin {origin} can be reached from this machine only.",
    hint: "Build with your public https origin before you publish.",
  },
  "base-path": {
    severity: "warning",
    message: "The origin has the path `{path}`, so clients that ask the root of the domain will not find the index.",
    hint: "Serve at the root of a (sub)domain if you can; the commands shown name the full address and work either way.",
  },

  // Preview
  "port-unusable": {
    severity: "halt",
    message: "The preview can listen on no port of {address}; tried {ports}.",
    hint: "Name another one with `--port N`; `--port 0` lets the system choose.",
  },
  "watch-failed": {
    severity: "halt",
    message: "The source cannot be watched: {reason}.",
    hint: "Raise the limit that the reason names, or run the preview without `--watch`.",
  },

  // Output
  "unsafe-output": {
    severity: "halt",
    message: "`{path}` cannot be the output: {reason}.",
    hint: "Choose a folder of its own, for example `--out dist`.",
  },
  "foreign-output": {
    severity: "halt",
    message: "`{path}` holds files that no earlier build wrote, `{file}` for one.",
    hint: "Choose another folder, add `--no-catalog` to publish into an existing site, or `--force` to replace it all.",
  },
  "foreign-file": {
    severity: "halt",
    message: "`{path}` exists and was not written by the last build, or was changed since.",
    hint: "Move it away, or use `--force` to replace it.",
  },
  "public-file": {
    severity: "halt",
    message: "`{path}` would be copied over a file of the publication.",
    hint: "Move it out of the site's public folder.",
  },
  "replaced-kept": {
    severity: "warning",
    message: "What was in `{path}`, and no build had written, is kept in `{kept}`.",
    hint: "Remove it when nobody needs it.",
  },
  "kept-file": {
    severity: "warning",
    message: "An earlier build wrote `{path}`, it was changed since, and this build does not write it; it is kept.",
    hint: "Remove it if nobody needs it.",
  },
  "build-running": {
    severity: "halt",
    message: "Another skillpress (process {process}) is writing to `{path}`.",
    hint: "Wait for it; if no such process runs, remove `{lock}`.",
  },
  "output-failed": {
    severity: "halt",
    message: "The output could not be written: {reason}.",
    hint: "Check space and permissions beside the output folder, and that it is on one file system; what was there before is intact.",
  },

  "record-failed": {
    severity: "halt",
    message: "The record `{path}` could not be written: {reason}.",
    hint: "Name another file with `--record`; the publication itself is in place.",
  },
  "results-missing": {
    severity: "warning",
    message: "The file of recorded results does not exist yet, so the checklist shows every check as not run.",
    hint: "Correct the path if it should exist; recording a first result makes the file.",
  },
  "results-unusable": {
    severity: "halt",
    message: "`{path}` is not a file of recorded results: {reason}.",
    hint: "Correct it, or name another file with `--results`; it was left as it is.",
  },
  "results-failed": {
    severity: "halt",
    message: "The result could not be recorded in `{path}`: {reason}.",
    hint: "Name a file in a folder that exists and can be written to; what was recorded before is intact.",
  },
  "search-failed": {
    severity: "halt",
    message: "The search index of the catalog could not be made: {reason}.",
    hint: "Search is made by Pagefind, which brings a program for Linux, macOS and Windows; install it again, or build with `--no-catalog`.",
  },
  "output-has-pages": {
    severity: "halt",
    message: "`{path}` was built with pages, which a build without pages would leave behind as they are.",
    hint: "Build with pages again, choose another folder, or use `--force` to keep the old pages.",
  },
  "swap-interrupted": {
    severity: "halt",
    message: "The output could not be replaced, and not be put back either: {reason}.",
    hint: "Nothing is lost: both trees are in `{folder}`; make it writable and build again, which finishes the work.",
  },
  "site-failed": {
    severity: "halt",
    message: "Astro could not build the site: {reason}.",
    hint: "Run `astro build` in the project to see the whole error; what was there before is intact.",
  },
  "look-failed": {
    severity: "halt",
    message: "The pages cannot be made with your files of `look`: {reason}.",
    hint: "Correct the layout, component or style sheet that the reason names; what was there before is intact.",
  },
  "missing-look-file": {
    severity: "halt",
    message: "`{option}` names a file that is not there; looked for as `{file}`.",
    hint: "Put the file there, or correct `{option}`. Paths of a look are relative to the project.",
  },
  "page-conflict": {
    severity: "halt",
    message: "The site has a page of its own at `{page}`, where the catalog has one.",
    hint: "Move it to another address, or leave the pages of the catalog out with the option `catalog: false`.",
  },

  // Directory manifests
  "no-directory-manifest": {
    severity: "warning",
    message: "The skill is published without a directory manifest: {reason}.",
    hint: "Bring it within the limits of the format (512 files, 16 MiB each, 32 MiB together, no `:` in a path), or leave it so.",
  },

  // Content hashes
  "route-dependent-file": {
    severity: "warning",
    message:
      "An install from a repository leaves this file out, so the skill's content hash depends on how it was installed.",
    hint: "Give it another name than `metadata.json`, so that every install of the skill has the same content.",
  },

  // Snapshots
  "previous-unusable": {
    severity: "halt",
    message: "Nothing can be carried forward from the publication before, `{previous}`: {reason}.",
    hint: "Name the folder or origin that holds the whole of it with `--previous`; with `none` its snapshots are given up. What is published now is intact.",
  },
  "snapshot-reused": {
    severity: "error",
    message: "The snapshot `{snapshot}` is published already, with the digest {found}, and would get {digest}.",
    hint: "Change the skill, if only by a blank: what is at such an address never changes.",
  },
  "snapshot-dropped": {
    severity: "note",
    message: "The snapshot `{snapshot}` is published no longer: {reason}.",
    hint: "What pins it cannot be installed any more; bring it back while the publication before is still there, if that was not meant.",
  },
  "snapshots-lost": {
    severity: "note",
    message: "`{output}` held {count} that the new publication does not have, or has with other content.",
    hint: "What pins them cannot be installed any more. `--previous {output}` keeps those that are there when a build begins; an origin that still serves what is lost can be named instead.",
  },
  "withdrawn-still-published": {
    severity: "error",
    message: "`{snapshot}` is withdrawn, but it is the version that the source holds now.",
    hint: "Change the skill, or take the snapshot out of `withdraw`.",
  },
  "kept-unknown": {
    severity: "note",
    message: "`keep` names the skill `{name}`, which neither this publication nor the one before has.",
    hint: "Correct it: earlier snapshots of skills that `keep` does not name are given up.",
  },
  "withdrawn-unknown": {
    severity: "note",
    message: "`{snapshot}` is to be withdrawn, but neither this publication nor the one before has it.",
    hint: "Take it out of `withdraw`, or correct it.",
  },

  // Skill sets in a build
  "invalid-set": {
    severity: "error",
    message: "The set `{set}` cannot be published: {reason}.",
    hint: "Correct it in `sets` of the configuration.",
  },
  "unknown-set-member": {
    severity: "error",
    message: "The set `{set}` has the member `{name}`, but {reason}.",
    hint: "{correction}",
  },
  "invalid-set-member": {
    severity: "error",
    message: "The set `{set}` cannot have the member `{locator}`: {reason}.",
    hint: "{correction}",
  },
  "set-conflict": {
    severity: "error",
    message: "The skill `{name}` is pinned to several contents: {pins}.",
    hint: "A project has one folder for a skill's name; let all sets pin the same one.",
  },
  "set-needs-resolve": {
    severity: "error",
    message: "The set `{set}` has the member `{locator}`, whose content cannot be known without installing it.",
    hint: "Build with `--resolve`, or `resolve: true` in the configuration: the `skills` client then installs it into a temporary place, over the network.",
  },
  "set-member-unresolved": {
    severity: "error",
    message: "The member `{locator}` of the set `{set}` could not be resolved: {reason}.",
    hint: "Try `npx skills add` with it in an empty folder, and correct the locator in `sets`, or remove it.",
  },
  "set-version-reused": {
    severity: "error",
    message: "The set `{set}` was published as {version} with other content: {changes}.",
    hint: "Give it a new version, {next} for example; a version that is published never changes.",
  },
  "set-version-dropped": {
    severity: "note",
    message: "The set `{set}` {version} is published no longer: {reason}.",
    hint: "Whoever pinned it keeps what is installed, but cannot install it again from here.",
  },

  // Skill sets in a project
  "set-not-json": {
    severity: "error",
    message: "The file is not strict JSON: {reason}.",
    hint: "Write it as RFC 8259 has it: in UTF-8 without a byte order mark, without comments and trailing commas, each key once in its object, in at most 1 MiB.",
  },
  "set-schema-version": {
    severity: "error",
    message: "`$schema` does not name a version of the skill-set format that exists.",
    hint: "Write `https://skill-set.md/schema/draft/skill-set.schema.json`, or leave `$schema` out; there is only the draft.",
  },
  "set-name-mismatch": {
    severity: "error",
    message: "The set is named `{name}`, but its file is not named `{expected}`.",
    hint: "Rename the file, or correct `name`; the two are compared letter by letter.",
  },
  "set-duplicate-member": {
    severity: "error",
    message: "The set already has the member `{locator}`.",
    hint: "Remove the second one.",
  },
  "set-invalid-manifest": {
    severity: "error",
    message: "{place} {reason}.",
    hint: "{correction}",
  },
  "set-lock-version": {
    severity: "error",
    message: "`version` of the lock is not the number 1, so this is no lock that can be read.",
    hint: "Read it with the tool that wrote it, or move it away and make a new one with `skillpress set lock`.",
  },
  "set-invalid-lock": {
    severity: "error",
    message: "{place} {reason}.",
    hint: "{correction}",
  },
  "set-lock-disagrees": {
    severity: "error",
    message: "The lock is not that of the manifest beside it: {reason}.",
    hint: "See which of the two is right; if it is the manifest, make the lock again with `skillpress set lock`.",
  },
  "set-without-lock": {
    severity: "warning",
    message: "There is no lock beside the manifest, so nothing says what its members must be.",
    hint: "Make one with `skillpress set lock` where the members are installed, and publish it beside the manifest.",
  },
  "set-member-unnamed": {
    severity: "warning",
    message:
      "`{locator}` does not say which skill of its site it means; clients install it, and then cannot verify it.",
    hint: "Add `@` and the name of the skill.",
  },
  "set-member-ref": {
    severity: "warning",
    message: "`{locator}` has a ref, which clients ignore in a web address.",
    hint: "Remove it; a version is pinned by an address that has it in its path.",
  },
  "set-member-credentials": {
    severity: "warning",
    message: "`{locator}` has user information in its address, or an `@` that can be taken for it.",
    hint: "Write the whole name of the host without a user, and `@` with the name of the skill at the end.",
  },
  "set-member-unordered": {
    severity: "warning",
    message: "`{locator}` is a key that tools written in JavaScript reorder or lose.",
    hint: "Write a locator that is neither made of digits only nor `__proto__`.",
  },
  "set-member-not-unicode": {
    severity: "warning",
    message: "`{locator}` holds half of a character, so its bytes and its hash are not its own.",
    hint: "Remove the escape that stands for half of a surrogate pair.",
  },
  "set-member-reserved": {
    severity: "warning",
    message: "`{locator}` is the skill `skill-sets`, a name that is reserved: no client can install the set.",
    hint: "Leave it out, or ask its publisher to rename it.",
  },
  "set-skill-twice": {
    severity: "warning",
    message: "The skill `{skill}` is locked with two contents, and only one of them can be installed.",
    hint: "Keep one of the members that bring it.",
  },
  "set-lock-other-skill": {
    severity: "warning",
    message: "`{locator}` is locked as the skill `{skill}`, which is not the one it names.",
    hint: "Make the lock again with `skillpress set lock`; no installation can satisfy this one.",
  },
  "set-uri-disputed": {
    severity: "warning",
    message: "{place} is a URI by RFC 3986, but no address for clients that read it as browsers do.",
    hint: "Write an absolute https address with a host.",
  },
  "set-content-unhashed": {
    severity: "warning",
    message:
      "The lock says nothing of this: links, special files, and folders named .git or node_modules are not hashed.",
    hint: "Remove it, or bear in mind that it can change without any check noticing.",
  },
  "unsafe-project": {
    severity: "halt",
    message: "`{path}` is where the sets of this project are kept, and cannot be used: {reason}.",
    hint: "Look at what it is; move it away when it is not yours.",
  },

  // Verifying
  "report-unusable": {
    severity: "halt",
    message: "`{path}` cannot be used as the report of a build: {reason}.",
    hint: "Name the report.json of a build, or the output folder that has it below agent-skills/-/.",
  },

  // Publications and indexes
  "index-missing": {
    severity: "error",
    message: "There is no index at `{path}`.",
    hint: "Build the publication again.",
  },
  "index-unreachable": {
    severity: "halt",
    message: "The index could not be fetched: {reason}.",
    hint: "Check the address in a browser or with curl.",
  },
  "index-not-json": {
    severity: "error",
    message: "The index is not JSON: {reason}.",
    hint: "Serve the index.json the build wrote; an HTML page here usually means a fallback page of the host.",
  },
  "index-empty": {
    severity: "error",
    message: "The index lists no skills.",
    hint: "An empty index makes every install fail; build with at least one skill.",
  },
  "index-field": {
    severity: "error",
    message: "`{field}` is {found}.",
    hint: "It must be {expected}.",
  },
  "index-unknown-field": {
    severity: "error",
    message: "`{field}` is not part of the discovery format 0.2.0.",
    hint: "Remove it{instead}.",
  },
  "index-duplicate": {
    severity: "error",
    message: "`{field}` repeats the name `{name}`.",
    hint: "Give every entry a name of its own; clients keep one of them.",
  },
  "more-problems": {
    severity: "error",
    message: "There are more problems; the last {rest} entries were not looked at.",
    hint: "Correct those above first.",
  },
  "uncontrolled-host": {
    severity: "error",
    message: "`{field}` points at {host}, whose delivery the publisher does not control.",
    hint: "Publish the bytes on your own domain: `skillpress build --source skills --origin https://your.domain` writes the artifact and its digest.",
  },
  "artifact-missing": {
    severity: "error",
    message: "`{name}` is in the index, but `{path}` does not exist.",
    hint: "Build the publication again.",
  },
  "digest-mismatch": {
    severity: "error",
    message: "`{path}` has the digest {found}, but {expected} is published for it.",
    hint: "Build the publication again; something changed the file after the build.",
  },
  "archive-unsafe": {
    severity: "error",
    message: "`{path}` is not an archive that clients install whole: {reason}.",
    hint: "Build the publication again; archives are flat ustar files with SKILL.md first.",
  },
  "front-matter-disagrees": {
    severity: "error",
    message: "The {field} in the index entry `{name}` is not the one in its SKILL.md.",
    hint: "Build the publication again.",
  },
  "report-disagrees": {
    severity: "error",
    message: "The report and the tree disagree: {reason}.",
    hint: "Build the publication again.",
  },
  "scoped-index-disagrees": {
    severity: "error",
    message: "The scoped index has an entry or order that the root index does not have: {reason}.",
    hint: "Build the publication again.",
  },
  "manifest-disagrees": {
    severity: "error",
    message: "The directory manifest and the artifact disagree: {reason}.",
    hint: "Build the publication again.",
  },
  "snapshot-disagrees": {
    severity: "error",
    message: "A snapshot is not what its address says: {reason}.",
    hint: "Build the publication again, with `--previous` and a publication that still has the snapshot as it was.",
  },
  "set-disagrees": {
    severity: "error",
    message: "A set is not what the report says: {reason}.",
    hint: "Build the publication again.",
  },
  "unlisted-file": {
    severity: "warning",
    message: "The file lies in our folders, but SHA256SUMS does not list it.",
    hint: "Remove it unless it is part of the site.",
  },
  "sums-disagree": {
    severity: "error",
    message: "SHA256SUMS and the tree disagree: {reason}.",
    hint: "Build the publication again.",
  },
} as const satisfies Record<string, Kind>;
