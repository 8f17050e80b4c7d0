/** What a page says of itself in its head. */
export interface About {
  readonly title: string;
  readonly description: string;
  /** Absolute address of the page; a page without one, such as an error, has no place in search engines. */
  readonly address?: string | undefined;
}
