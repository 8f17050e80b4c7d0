import { createFixture, type FileTree, type FsFixture } from "fs-fixture";
import { onTestFinished } from "vitest";

/** Text of a SKILL.md with the given name. */
export function skillMd(
  name: string,
  { description = `Does ${name} things. Use when the user wants to try things.`, body = "# Steps\n\nDo it.\n" } = {},
): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`;
}

/** A temporary folder with these files, removed when the test is over. */
export async function folder(tree: FileTree): Promise<FsFixture> {
  const fixture = await createFixture(tree);
  onTestFinished(() => fixture.rm());
  return fixture;
}
