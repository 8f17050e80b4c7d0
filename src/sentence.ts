/** The blanks of a sentence: the words in braces. */
export type Blanks<Text extends string> = Text extends `${string}{${infer Blank}}${infer Rest}`
  ? Blank | Blanks<Rest>
  : never;

/** What must be given to fill the blanks: nothing when there are none. */
export type Details<Blank extends string> = [Blank] extends [never] ? [] : [Readonly<Record<Blank, string | number>>];

/** Fills the blanks of a sentence. */
export function fill(text: string, blanks: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, blank: string) => String(blanks[blank]));
}
