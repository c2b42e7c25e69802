import { useState } from 'react';
import { extendOrder, inOrder, type PaletteGroup, type ShownOrder } from './palette-groups.ts';

/** Keeps the positions of options while further responses arrive for the same text. */
export function useStableOrder(query: string, groups: PaletteGroup[]): PaletteGroup[] {
  const [shown, setShown] = useState<ShownOrder>({ query, groups: [] });
  const order = extendOrder(shown, query, groups);
  if (order !== shown) setShown(order);
  return inOrder(order, groups);
}
