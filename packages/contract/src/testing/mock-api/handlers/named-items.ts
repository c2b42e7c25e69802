import { notFound } from '../refusal.ts';

/** Returns an item with a change applied. Absent and null fields remain unchanged. */
export function changeNamed<Item extends { name: string }>(
  items: readonly Item[],
  name: string,
  change: object,
): Item {
  const old = items.find((item) => item.name === name);
  if (!old) throw notFound();
  const given = Object.entries(change).filter(([, value]) => value != null);
  return { ...old, ...Object.fromEntries(given) };
}

export const without = <Item extends { name: string }>(items: Item[], name: string): Item[] =>
  items.filter((item) => item.name !== name);
