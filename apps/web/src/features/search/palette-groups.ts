import type { Repo } from '@millrace/contract/api';
import type { ReactNode } from 'react';

/** An option of the palette: a link or an action. */
export interface PaletteItem {
  /** Unique over all groups, and without spaces, because it is part of an element id. */
  id: string;
  icon: ReactNode;
  label: string;
  /** Secondary text, aligned to the right. */
  note?: ReactNode;
  target: { to: string; state?: object } | { run: () => void };
  /** Repository whose builds and branches can be listed from this option. */
  inside?: Repo;
}

export interface PaletteGroup {
  id: string;
  title: string;
  items: PaletteItem[];
}

export interface PaletteResults {
  groups: PaletteGroup[];
  /** True while further groups may arrive for this text. */
  isPending: boolean;
  /** Shown instead of the results, for example if the repositories could not be loaded. */
  failure?: ReactNode;
  /** Messages of searches that failed while others succeeded. */
  errors: readonly string[];
}

/** Order of the options that are shown for a text. */
export interface ShownOrder {
  query: string;
  groups: readonly { id: string; itemIds: readonly string[] }[];
}

/**
 * Returns the order after a response. Later groups are appended, and shown groups take no further items, so
 * no option moves while the user selects it. A new text resets the order. An item of several groups is shown
 * only in the first one.
 */
export function extendOrder(
  shown: ShownOrder,
  query: string,
  groups: readonly PaletteGroup[],
): ShownOrder {
  const old = shown.query === query ? shown.groups : [];
  const known = new Set(old.map(({ id }) => id));
  const usedIds = new Set(old.flatMap(({ itemIds }) => itemIds));
  const added = groups
    .filter(({ id }) => !known.has(id))
    .map(({ id, items }) => {
      const itemIds = items.map((item) => item.id).filter((item) => !usedIds.has(item));
      for (const itemId of itemIds) usedIds.add(itemId);
      return { id, itemIds };
    })
    .filter(({ itemIds }) => itemIds.length > 0);
  if (shown.query === query && added.length === 0) return shown;
  return { query, groups: [...old, ...added] };
}

/** Returns the groups in the shown order, with the current content of each item. */
export function inOrder(order: ShownOrder, groups: readonly PaletteGroup[]): PaletteGroup[] {
  return order.groups.flatMap(({ id, itemIds }) => {
    const group = groups.find((candidate) => candidate.id === id);
    const items = itemIds.flatMap(
      (itemId) => group?.items.find((item) => item.id === itemId) ?? [],
    );
    return group && items.length > 0 ? [{ ...group, items }] : [];
  });
}
