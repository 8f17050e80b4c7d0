/** A function that works out each answer once. */
export function remembered<T>(answer: (path: string) => T): (path: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (path) => {
    const found = known.get(path) ?? { value: answer(path) };
    known.set(path, found);
    return found.value;
  };
}
