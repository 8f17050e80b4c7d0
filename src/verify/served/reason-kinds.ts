import type { Outcome } from "./outcome.ts";

/** How grave a reason is: the outcome it leads to, or a warning, which changes none. */
export type Gravity = Exclude<Outcome, "verified"> | "warning";

/** A kind of reason: how grave it is, what was found, what to change. */
export interface ReasonKind {
  readonly severity: Gravity;
  readonly message: string;
  readonly hint: string;
}

/** Every reason the verifier can give. Codes are permanent. Blanks in braces are filled in when it is given. */
export const reasonKinds = {
  // A definite answer that contradicts the promise
  missing: {
    severity: "failed",
    message: "`{what}` is not served: {answer}.",
    hint: "Deploy the whole output again and look whether the host leaves files or folders out.",
  },
  "not-the-artifact": {
    severity: "failed",
    message: "`{what}` is answered with {found}.",
    hint: "Make the host serve the file of the publication, and answer 404 where there is no file.",
  },
  "digest-mismatch": {
    severity: "failed",
    message: "`{what}` has the digest {found}, but {from} says {expected}.",
    hint: "Deploy the output of one build whole; nothing between the build and the consumer may change bytes.",
  },
  stale: {
    severity: "failed",
    message: "`{what}` has the digest {found}: {which}. The build has {expected}.",
    hint: "Deploy the new output whole and purge the caches in front of it.",
  },
  inconsistent: {
    severity: "failed",
    message: "`{what}` has other bytes with `Accept-Encoding: {other}` than with `identity`.",
    hint: "Purge the caches of the host; every consumer must get the same bytes.",
  },
  "missing-skills": {
    severity: "failed",
    message: "The served index is empty, but the build has {count} skills.",
    hint: "Deploy the output of the build again.",
  },
  "catalogue-differs": {
    severity: "failed",
    message: "The index and the build disagree about `{name}`: {reason}.",
    hint: "Deploy the output of the build whole, or compare with the report of the build that was deployed.",
  },
  "other-build": {
    severity: "failed",
    message: "The index is for {served}, but the build is for {built}.",
    hint: "Compare with the report of the build that was deployed, or build with `--origin {served}`.",
  },
  "index-not-json": {
    severity: "failed",
    message: "The index is not JSON: {reason}.",
    hint: "Serve the index.json that the build wrote.",
  },
  "index-shape": {
    severity: "failed",
    message: "The index does not have the shape of the format: {reason}.",
    hint: "Serve the index.json that the build wrote; `skillpress check` names the right value of every field.",
  },
  "bad-entry": {
    severity: "failed",
    message: "The entry `{name}` of the index is wrong: {reason}.",
    hint: "{correction}",
  },
  "duplicate-name": {
    severity: "failed",
    message: "The index has the name `{name}` more than once.",
    hint: "Give every entry a name of its own; clients keep one of them.",
  },
  "larger-than-built": {
    severity: "failed",
    message: "`{what}` is larger than the {size} bytes of the build: {reason}.",
    hint: "Deploy the output of one build whole; nothing between the build and the consumer may change bytes.",
  },
  "content-type": {
    severity: "failed",
    message: "`{what}` has the content type {found}, which is not {expected}.",
    hint: "Set the content type on the host; docs/hosts.md has the lines for common ones.",
  },
  head: {
    severity: "failed",
    message: "A HEAD request for `{what}` is answered with {found}.",
    hint: "Answer HEAD as GET, without the body (RFC 9110, section 9.3.2).",
  },
  "no-real-404": {
    severity: "failed",
    message: "An address that cannot exist, `{what}`, is answered with {found} instead of 404.",
    hint: "Answer 404 for what is not there below `/.well-known/` and `/agent-skills/`: no page, no redirect, no other status.",
  },
  "archive-unsafe": {
    severity: "failed",
    message: "`{what}` is not safe to unpack: {reason}.",
    hint: "Build the archive again with skillpress; a digest that matches does not excuse it.",
  },
  "archive-layout": {
    severity: "failed",
    message: "`{what}` is not an archive that clients install whole: {reason}.",
    hint: "Build the archive again with skillpress: flat, plain ustar, SKILL.md at its root.",
  },
  "frontmatter-differs": {
    severity: "failed",
    message: "The {field} of `{name}` in the index is not the one in its SKILL.md{detail}.",
    hint: "Build again, so that the index is made from the SKILL.md that is served.",
  },
  "scoped-index-differs": {
    severity: "failed",
    message: "The scoped index `{what}` does not have the entries that the root index has for it: {reason}.",
    hint: "Deploy the output of one build whole; an install through a page's address uses this index.",
  },
  "manifest-differs": {
    severity: "failed",
    message: "`{what}` is not the directory manifest that the artifact beside it gives.",
    hint: "Deploy the output of one build whole; an installed copy that is compared with it would look changed.",
  },
  "snapshot-differs": {
    severity: "failed",
    message:
      "`{what}` has the digest {found}, but lies at the address of the version {version}, where nothing ever changes.",
    hint: "Deploy the output of one build whole, and never write to a snapshot; whoever pinned it gets other bytes now.",
  },
  "set-differs": {
    severity: "failed",
    message: "The document `{what}` of a skill set {reason}.",
    hint: "Deploy the output of one build whole; a consumer refuses a set whose documents disagree.",
  },
  "set-broken": {
    severity: "failed",
    message:
      "The set `{set}` {version} cannot be installed: it pins `{path}`, which is not served as it was published.",
    hint: "Deploy the output of the build whole; it holds every snapshot that a set pins.",
  },
  "report-differs": {
    severity: "failed",
    message: "The report that is served does not fit the rest: {reason}.",
    hint: "Deploy the output of one build whole.",
  },
  "sums-damaged": {
    severity: "failed",
    message: "`{what}` is not a list of digests of this publication: {reason}.",
    hint: "Deploy the file that the build wrote.",
  },
  "unlisted-file": {
    severity: "failed",
    message: "`{what}` lies in our folders, but the publication does not list it.",
    hint: "Remove it, or keep it in another folder; what lies here looks as if it were published.",
  },
  "unsafe-url": {
    severity: "failed",
    message: "The address of `{name}` is {url}, which is {reason}.",
    hint: "Name every artifact by an https address on your own domain.",
  },
  "unsafe-redirect": {
    severity: "failed",
    message: "`{what}` is redirected to {to}, which is {reason}.",
    hint: "Serve the file at its own address, or redirect to a public https address.",
  },
  "redirect-loop": {
    severity: "failed",
    message: "`{what}` is redirected in a circle, by way of {to}.",
    hint: "Correct the redirects of the host.",
  },
  "ambiguous-base": {
    severity: "failed",
    message: "The index is redirected to {to}, and the relative address of `{name}` gives other bytes from there.",
    hint: "Serve the index without a redirect, or use absolute addresses in it.",
  },

  "install-differs": {
    severity: "failed",
    message: "The `skills` client does not install `{name}` as it is published: {reason}.",
    hint: "Run the install command of its page in an empty folder; the client reads the indexes below that page and the root.",
  },

  // No definite answer
  unreachable: {
    severity: "incomplete",
    message: "There was no whole answer for `{what}`: {reason}.",
    hint: "Try again; if it stays, look at the host's status and logs.",
  },
  "access-denied": {
    severity: "incomplete",
    message: "`{what}` asks for a login: {answer}.",
    hint: "Make the deployment public, or turn off its protection for `/.well-known/` and `/agent-skills/`.",
  },
  "read-limit": {
    severity: "incomplete",
    message: "`{what}` was not read to its end: {reason}.",
    hint: "Publish smaller skills; clients have limits of the same size.",
  },
  "too-many-redirects": {
    severity: "incomplete",
    message: "`{what}` is redirected more than {limit} times; further ones were not followed.",
    hint: "Serve the file at its own address, or redirect once.",
  },
  "out-of-time": {
    severity: "incomplete",
    message: "`{what}` was not asked for any more: the time of the whole run, {seconds} seconds, was over.",
    hint: "Try again, or find out why the host is slow.",
  },
  "outside-folder": {
    severity: "incomplete",
    message: "The address of `{name}`, {url}, is not in this folder, so its bytes were not read.",
    hint: "Name the origin that the folder is served at with `--as`, or verify the live origin.",
  },

  "install-unfinished": {
    severity: "incomplete",
    message: "`{name}` was not tried with the `skills` client: {reason}.",
    hint: "Add the package `skills` to the project, or let npx fetch it, and try again.",
  },

  // A definite answer that offers nothing to check
  "empty-index": {
    severity: "unverifiable",
    message: "The index lists no skills, so there is nothing to verify.",
    hint: "Build with at least one skill; an empty index makes every install fail.",
  },
  "unknown-schema": {
    severity: "unverifiable",
    message: "The index has the `$schema` {found}, which is not that of the format 0.2.0; nothing was fetched further.",
    hint: "Write exactly `{expected}`; clients do not process another index.",
  },
  "unknown-type": {
    severity: "unverifiable",
    message: "The entry `{name}` has the type {found}; clients skip it with a warning.",
    hint: "Use `skill-md` for a single SKILL.md, or `archive`.",
  },
  "unsupported-archive": {
    severity: "unverifiable",
    message: "`{what}` is {found}, which this verifier does not open.",
    hint: "Publish a .tar.gz; its bytes were hashed, but what they hold was not looked at.",
  },
  "build-required": {
    severity: "unverifiable",
    message: "A comparison with the build is required, but there is no report of the build.",
    hint: "Give the report or the output of your build with `--report`.",
  },

  // Warnings
  "cross-origin": {
    severity: "warning",
    message: "`{what}` comes from another origin, {to}.",
    hint: "Serve artifacts from the origin of the index; use `--same-origin` to make this fail.",
  },
  "index-redirected": {
    severity: "warning",
    message: "The index is redirected to another host, {to}.",
    hint: "Serve the index at its own address; some clients do not follow.",
  },
  "other-origin": {
    severity: "warning",
    message: "The index names artifacts at {origin}, and it was looked for at {target}.",
    hint: "What was verified is what is served at {origin}; use `--as {origin}` to verify the copy at {target}.",
  },
  "description-spacing": {
    severity: "warning",
    message: "The description of `{name}` in the index has other white space than the one in its SKILL.md.",
    hint: "Build again, so that the index is made from the SKILL.md that is served.",
  },
  "undigested-fallback": {
    severity: "warning",
    message: "There is an index of the old format at `{what}`, which has no digests.",
    hint: "Remove it: when an artifact fails its digest, the main client installs the unchecked bytes from there.",
  },
  "unlisted-pages": {
    severity: "warning",
    message:
      "{count} files here can be pages, but there is no `{list}` to compare them with; their bytes were not checked.",
    hint: "Compare with the output of the build by `--report`; only the output folder of an Astro site of your own has no such list.",
  },
  "other-version": {
    severity: "warning",
    message: "The report that is served is by {generator}, and this version cannot read it ({reason}).",
    hint: "Verify with the version that built it to have the report checked too.",
  },
  "no-report": {
    severity: "warning",
    message: "There is no report of skillpress at `{what}`, so only the index and its artifacts were checked.",
    hint: "Nothing to do if this is not a publication of skillpress; else name the origin it was built for, without `/agent-skills`, and deploy the whole output.",
  },
} as const satisfies Record<string, ReasonKind>;
