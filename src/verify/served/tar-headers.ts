const BLOCK = 512;

/** Fields of a ustar header (POSIX.1-1988, "Extended tar"): where each begins and ends. */
const FIELDS = { name: [0, 100], size: [124, 136], type: [156, 157], magic: [257, 263], prefix: [345, 500] } as const;

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Records of a PAX header that change which files there are. */
const PAX_CHANGES = /(?:path|size)=/;

/**
 * Says what in the headers of a tar archive is read in one way by some readers and in another by others, so that one would
 * be verified and the other installed; undefined when there is nothing of the kind. Nothing is trusted to be an archive.
 *
 * @param tar not compressed
 */
export function ambiguity(tar: Buffer): string | undefined {
  let at = 0;
  for (; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK);
    if (isZero(header)) return isZero(tar.subarray(at)) ? undefined : "something follows after its end";
    const field = (key: keyof typeof FIELDS) => header.subarray(...FIELDS[key]);
    const path = `\`${field("name").toString().replace(/\0.*/s, "")}\``;
    const type = field("type").toString("latin1");
    const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(field("size").toString("latin1")) ?? [];
    if (type === "L" || type === "K") return "it has GNU long names, which clients cut off";
    if (digits === undefined) return `the size of ${path} is not written in octal digits`;
    const size = Number.parseInt(digits, 8);
    if (type === "7") return `${path} is a contiguous file, which clients leave out`;
    if (type === "5" && size > 0) return `${path} is a folder with a size`;
    if (field("prefix")[0] !== 0 && field("magic").toString("latin1") !== "ustar\0")
      return `${path} has a prefix, but no ustar header`;
    if ([field("name"), field("prefix")].some((text) => text.subarray(0, MARK.length).equals(MARK)))
      return `${path} begins with a byte order mark, which clients leave out`;
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if ((type === "x" || type === "g") && PAX_CHANGES.test(content.toString("latin1")))
      return "it has names or sizes in PAX headers, which clients do not read";
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}
