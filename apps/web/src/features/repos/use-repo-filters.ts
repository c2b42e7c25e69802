import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../lib/storage.ts';
import { useTyped } from '../../lib/use-typed.ts';
import type { RepoFilters } from './repo-list-view.ts';

const storageKey = 'repo-list';
const queryKey = 'filter';

type Remembered = Omit<RepoFilters, 'text'>;

/**
 * Returns the filters of the dashboard. Selections are stored in the browser; the text is part of the URL, so
 * that a filtered list can be shared.
 */
export function useRepoFilters() {
  const [remembered, setRemembered] = useState(() => parseRemembered(readStored(storageKey)));
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useTyped(search.get(queryKey) ?? '', (text) =>
    setSearch(text ? { [queryKey]: text } : {}, { replace: true }),
  );
  const filters: RepoFilters = { ...remembered, text: typed };

  const setFilters = ({ text, ...choices }: Partial<RepoFilters>) => {
    if (text !== undefined) setTyped(text);
    if (Object.keys(choices).length === 0) return;
    const next = { ...remembered, ...choices };
    setRemembered(next);
    writeStored(storageKey, JSON.stringify(next));
  };
  return [filters, setFilters] as const;
}

export function parseRemembered(text: string | null): Remembered {
  const stored = parseObject(text);
  return {
    activeOnly: stored.activeOnly === true,
    redOnly: stored.redOnly === true,
    sort: stored.sort === 'name' ? 'name' : 'activity',
    organization: typeof stored.organization === 'string' ? stored.organization : '',
  };
}

function parseObject(text: string | null): Partial<Record<keyof Remembered, unknown>> {
  try {
    return JSON.parse(text ?? '') ?? {};
  } catch {
    return {};
  }
}
