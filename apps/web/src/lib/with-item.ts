/** A list with this item instead of the one of the same name; a new one stands before the next by name. */
export function withItem<Key extends string, Item extends { [Name in Key]: string }>(
  items: readonly Item[],
  item: Item,
  key: Key,
): Item[] {
  const same = items.findIndex((other) => other[key] === item[key]);
  if (same >= 0) return items.with(same, item);
  const next = items.findIndex((other) => other[key] > item[key]);
  return next < 0 ? [...items, item] : items.toSpliced(next, 0, item);
}
