import { listUserRepos } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasText } from '../lib/has-text.ts';
import { hasServerExtras } from '../lib/server-kind.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { callApi } from './call-api.ts';
import { visibleRepoSearchQuery } from './visible-repos.ts';

const maxSuggestions = 50;

/** Suggests repositories that the viewer may read, for a combobox. */
export function useRepoSuggestions(isEnabled = true) {
  const [search, setSearch] = useState<string | null>(null);
  const { data: slugs = [] } = useQuery({
    queryKey: ['repo-suggestions'],
    queryFn: ({ signal }) => callApi(listUserRepos, { query: {}, signal }),
    select: (repos) => repos.map(({ slug }) => slug),
    enabled: isEnabled,
    meta: { quiet: true },
  });
  const text = search?.trim() ?? '';
  const { data: others = [] } = useQuery({
    ...visibleRepoSearchQuery(useDebounced(text)),
    enabled: isEnabled && text !== '' && hasServerExtras(),
  });
  const options = [...slugs, ...others.map(({ slug }) => slug)].filter((slug) =>
    hasText(slug, text),
  );
  return { options: options.slice(0, maxSuggestions), onSearch: setSearch };
}
