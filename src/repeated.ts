/** The items of a list that stand earlier in it too, with their positions. Texts are compared as they are, in no Unicode form. */
export function repeated<T>(items: readonly T[]): { readonly index: number; readonly item: T }[] {
  const seen = new Set<T>();
  return items.flatMap((item, index) => (seen.size === seen.add(item).size ? [{ index, item }] : []));
}
