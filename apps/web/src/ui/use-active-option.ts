import { useState } from 'react';

interface ActiveOptionProps {
  /** Ids of the option elements, in the order in which they are shown. */
  ids: readonly string[];
  /**
   * Option that is active until the user moves: the first one, or none if the typed text is a valid value
   * itself.
   */
  initial: 'first' | 'none';
}

const optionKeys = ['ArrowDown', 'ArrowUp', 'Home', 'End'] as const;

/**
 * Manages the active option of a listbox while the focus stays in a text field. The option is identified by
 * id, so it stays active when others are added.
 */
export function useActiveOption({ ids, initial }: ActiveOptionProps) {
  const [moved, setMoved] = useState<string | null>(null);
  const isListed = moved !== null && ids.includes(moved);
  const activeId = isListed ? moved : initial === 'first' ? ids[0] : undefined;

  /** Moves the active option for an arrow key, Home or End. Returns false for every other key. */
  const moveByKey = (key: string): boolean => {
    if (!optionKeys.some((known) => known === key) || ids.length === 0) return false;
    const at = activeId === undefined ? -1 : ids.indexOf(activeId);
    const last = ids.length - 1;
    const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0 };
    const id = ids[next[key as keyof typeof next] ?? last] ?? null;
    setMoved(id);
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    return true;
  };
  return { activeId, setActiveId: setMoved, moveByKey };
}
