import { posix } from "node:path";
import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

const PREFIX = "@secretlint/secretlint-rule-";

// Otherwise every rule leaves a mark for every file in the process's performance timeline.
secretLintProfiler.setEnabled(false);

const CONFIG: Parameters<typeof lintSource>[0]["options"]["config"] = {
  rules: rules
    // A comment in a file must not switch the scan of that file off; the list in the configuration does, where it is seen.
    .filter(({ meta }) => meta.id !== `${PREFIX}filter-comments`)
    .map((rule) => ({ id: rule.meta.id, rule })),
};

/** What the linter says of a text; the offset is in UTF-16 units. */
export interface Hit {
  readonly offset: number;
  readonly rule: string;
  readonly what: string;
}

/**
 * Runs the rules over a text.
 *
 * @param path decides which rules apply, by name and extension; nothing is read from it
 */
export async function lint(text: string, path: string): Promise<Hit[]> {
  // The linter takes a byte order mark off and counts from behind it.
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const { messages } = await lintSource({
    source: { content: text, contentType: "text", ...nameOf(path) },
    options: { config: CONFIG, noPhysicFilePath: true },
  });
  return messages.map(({ range, ruleId, messageId }) => ({
    offset: range[0] + mark,
    rule: ruleId.replace(PREFIX, ""),
    what: meaningOf(ruleId, messageId),
  }));
}

/** A rule reads `.p12` files from disk by their path, so it never sees that extension, nor a folder. */
function nameOf(path: string): { filePath: string; ext: string } {
  const name = posix.basename(path);
  const ext = posix.extname(name);
  return ext.toLowerCase() === ".p12" ? { filePath: "text", ext: "" } : { filePath: name, ext };
}

/**
 * What a rule's message says without what was found: the message is made again, without a value. Masking what the linter
 * reports would leave parts of a secret where its values overlap.
 */
function meaningOf(ruleId: string, messageId: string): string {
  const message = rules.find(({ meta }) => meta.id === ruleId)?.messages[messageId];
  const text = message === undefined ? messageId : englishOf(message);
  return text
    .replace(/^found /, "")
    .replaceAll("(…)", "")
    .replace(/: …$/, "");
}

/** A message is a text, or makes one from values. */
function englishOf(message: Readonly<Record<string, unknown>>): string {
  const english = message["en"];
  return String(typeof english === "function" ? english(NO_VALUES) : english);
}

const NO_VALUES: Readonly<Record<string, string>> = new Proxy({}, { get: () => "…" });
