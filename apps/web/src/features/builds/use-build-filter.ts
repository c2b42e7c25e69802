import { useSearchParams } from 'react-router';
import { type BuildFilter, readFilter, writeFilter } from './build-filter.ts';

const typed = ['q', 'after', 'before'] as const;

/** What is looked for is part of the address, so that it can be shared and gone back to. */
export function useBuildFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const setFilter = (next: BuildFilter) => {
    // One who types goes back to what was before, not to each letter.
    const isTyping = typed.some((key) => filter[key] && next[key] && filter[key] !== next[key]);
    setSearch((now) => writeFilter(now, next), { replace: isTyping });
  };
  return [filter, setFilter] as const;
}
