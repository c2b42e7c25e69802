/** Replaces the item with the same key, or inserts a new one before the next key in order. */
export function upsertItem<Key extends string, Item extends { [Name in Key]: string }>(
  items: readonly Item[],
  item: Item,
  key: Key,
): Item[] {
  const same = items.findIndex((other) => other[key] === item[key]);
  if (same >= 0) return items.with(same, item);
  const next = items.findIndex((other) => other[key] > item[key]);
  return next < 0 ? [...items, item] : items.toSpliced(next, 0, item);
}
