/** Longest word of a command that is kept on one line, in characters. */
const SHORT = 32;

/** True for a word that a browser would break, as `--skill` after its hyphens, and that has room on every screen. */
export function staysWhole(word: string): boolean {
  return word.includes("-") && word.length <= SHORT;
}

/** HTML with such words of its code blocks kept on one line. */
export function wholeWords(html: string): string {
  const whole = (word: string) => (staysWhole(word) ? `<span class="unbroken">${word}</span>` : word);
  return html.replace(/<pre[^]*?<\/pre>/g, (block) =>
    block.replace(/(?<=>)[^<]+(?=<)/g, (text) => text.replace(/\S+/g, whole)),
  );
}
