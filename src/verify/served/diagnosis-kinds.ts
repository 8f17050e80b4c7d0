/** A fault of hosts: what the answers look like, and what to change. */
interface DiagnosisKind {
  readonly message: string;
  readonly hint: string;
}

/** Faults of hosts that the verifier recognises. Codes are permanent. */
export const diagnosisKinds = {
  "archive-mislabelled-encoding": {
    message:
      "The host sends the archive with `Content-Encoding: {encoding}` although the archive itself is the gzip, so every client unpacks it once too often; the bytes on the wire are right.",
    hint: "Stop the host from setting Content-Encoding on .tar.gz files; servers made with sirv (Vite's preview among them) do this.",
  },
  "wrong-encoding": {
    message: "The host says `Content-Encoding: {encoding}`, but the body is not encoded like that.",
    hint: "Stop the host from setting Content-Encoding on files that it does not compress.",
  },
  "byte-order-mark-added": {
    message: "The host or the upload put a byte order mark before the text; without it the digest is right.",
    hint: "Upload files as they are (binary), without a step that saves them again.",
  },
  "byte-order-mark-removed": {
    message: "The host or the upload took the byte order mark off the text; with it the digest is right.",
    hint: "Upload files as they are (binary), without a step that saves them again.",
  },
  "line-ends-to-lf": {
    message: "CRLF line ends became LF on the way; with CRLF the digest is right.",
    hint: "Deploy the output itself, not a checkout of it, or mark it `-text` in .gitattributes.",
  },
  "line-ends-to-crlf": {
    message: "LF line ends became CRLF on the way; with LF the digest is right.",
    hint: "Deploy the output itself, not a checkout with core.autocrlf, or mark it `-text` in .gitattributes.",
  },
  "final-newline": {
    message: "The line end at the end of the text was added or taken away; without that change the digest is right.",
    hint: "Turn off formatting and minifying of .md files on the host or in the upload.",
  },
  "text-saved-again": {
    message: "The text was saved again on the way: {first}, and {second}; without both changes the digest is right.",
    hint: "Deploy the output itself, byte for byte, without an editor, a formatter or a checkout in between.",
  },
  "fallback-page": {
    message: "The host answers every address with a page, as for an application with its own routes: {probe} too.",
    hint: "Exclude `/.well-known/` and `/agent-skills/` from the fallback to index.html and answer 404 there.",
  },
  "dot-folders-stripped": {
    message: "Other files of the publication are served, but nothing below `.well-known`.",
    hint: "Let the upload take dot folders: `include-hidden-files: true` for actions/upload-pages-artifact, no `**/.*` in firebase's ignore, a glob that matches dot files for S3.",
  },
  jekyll: {
    message: "GitHub Pages serves other files of the publication, but nothing below `.well-known`.",
    hint: "For a deploy from a branch add an empty file `.nojekyll` at its root; for a deploy by action set `include-hidden-files: true` for actions/upload-pages-artifact.",
  },
  "proxied-elsewhere": {
    message: "The index comes from {index}, but the file was asked of {artifact}, which does not have it.",
    hint: "Deploy the files to the host that answers for them, or route `/agent-skills/` to the one that has them.",
  },
  "cached-artifact": {
    message: "With a query that no cache knows the right bytes come, so a cache keeps old ones beside the fresh index.",
    hint: "Purge the cache after each deploy, or send `Cache-Control: no-cache` for `/agent-skills/`.",
  },
  "older-build": {
    message: "Index and file agree with each other, but not with the build: this is another build's deployment.",
    hint: "Wait until the deploy is through, look whether it went to this host, and purge the caches.",
  },
} as const satisfies Record<string, DiagnosisKind>;
