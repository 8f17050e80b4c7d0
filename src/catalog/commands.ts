/** True for a word of a command that a browser would rather break, as `--skill` after its hyphens, than the blank before it. */
export function breaks(word: string): boolean {
  return /\W\w/.test(word);
}

/** HTML with its code blocks as commands: without colours, which cut words into pieces, and with every word in one piece. */
export function asCommands(html: string): string {
  const whole = (word: string) => (breaks(word) ? `<span class="word">${word}</span>` : word);
  return html.replace(/<pre[^]*?<\/pre>/g, (block) =>
    block.replaceAll(/<\/?span[^>]*>/g, "").replace(/(?<=>)[^<]+(?=<)/g, (text) => text.replace(/\S+/g, whole)),
  );
}
