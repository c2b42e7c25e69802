import type { Repo } from '@millrace/contract/api';
import type { ReactNode } from 'react';

/** An option: a link, or an action. */
export interface PaletteItem {
  /** Unique over all groups, and without blanks: part of the id of its element. */
  id: string;
  icon: ReactNode;
  label: string;
  /** Secondary text at the right. */
  note?: ReactNode;
  target: { to: string; state?: object } | { run: () => void };
  /** Repository whose builds and branches the option can show. */
  inside?: Repo;
}

export interface PaletteGroup {
  id: string;
  title: string;
  items: PaletteItem[];
}

export interface PaletteResults {
  groups: PaletteGroup[];
  /** Further groups may arrive for this text. */
  isPending: boolean;
  /** Shown in place of the results, as when the repositories could not be read. */
  failure?: ReactNode;
  /** Messages of searches that failed while others did not. */
  errors: readonly string[];
}

/** Which options are shown for a typed text, in their order. */
export interface ShownOrder {
  query: string;
  groups: readonly { id: string; itemIds: readonly string[] }[];
}

/**
 * Returns the order after an answer: groups that arrive later come last, and groups that are shown take no
 * further items, so no option moves while the user aims at it. Another typed text starts over. An item that
 * several groups have is shown in the first of them.
 */
export function extendOrder(
  shown: ShownOrder,
  query: string,
  groups: readonly PaletteGroup[],
): ShownOrder {
  const old = shown.query === query ? shown.groups : [];
  const known = new Set(old.map(({ id }) => id));
  const taken = new Set(old.flatMap(({ itemIds }) => itemIds));
  const added = groups
    .filter(({ id }) => !known.has(id))
    .map(({ id, items }) => {
      const itemIds = items.map((item) => item.id).filter((item) => !taken.has(item));
      for (const itemId of itemIds) taken.add(itemId);
      return { id, itemIds };
    })
    .filter(({ itemIds }) => itemIds.length > 0);
  if (shown.query === query && added.length === 0) return shown;
  return { query, groups: [...old, ...added] };
}

/** Returns the groups in the shown order, each item as it is now. */
export function inOrder(order: ShownOrder, groups: readonly PaletteGroup[]): PaletteGroup[] {
  return order.groups.flatMap(({ id, itemIds }) => {
    const group = groups.find((candidate) => candidate.id === id);
    const items = itemIds.flatMap(
      (itemId) => group?.items.find((item) => item.id === itemId) ?? [],
    );
    return group && items.length > 0 ? [{ ...group, items }] : [];
  });
}
