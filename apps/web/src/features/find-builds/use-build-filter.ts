import { useSearchParams } from 'react-router';
import { type BuildFilter, readFilter, writeFilter } from './build-filter.ts';

const typed = ['q', 'after', 'before'] as const;

/** Reads and writes the filter in the URL, so that it can be shared and the back button works. */
export function useBuildFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const setFilter = (next: BuildFilter) => {
    // Typing replaces the history entry, so that the back button does not undo single characters.
    const isTyping = typed.some((key) => filter[key] && next[key] && filter[key] !== next[key]);
    setSearch((now) => writeFilter(now, next), { replace: isTyping });
  };
  return [filter, setFilter] as const;
}
