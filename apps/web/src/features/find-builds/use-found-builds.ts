import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onBuildEvent } from '../../api/build-events.ts';
import { updateCached } from '../../api/update-cached.ts';
import { type BuildFilter, type FoundBuild, isFound } from './build-filter.ts';
import { buildCountsQuery, foundBuildsQuery, type Scope } from './found-build-queries.ts';
import { updateFoundPages } from './found-builds.ts';

/** Counting costs more than listing, so counts are refetched at most once in this time. */
const recountDelayMs = 2000;

/** Queries builds, and updates the list with build events. */
export function useFoundBuilds(scope: Scope, filter: BuildFilter) {
  const client = useQueryClient();
  const list = foundBuildsQuery(scope, filter);
  const { queryKey } = list;

  const show = useEffectEvent((event: FoundBuild) => {
    const known = client.getQueryData(queryKey)?.pages;
    if (!known) return;
    // Streams publish builds of all readable repositories, but the account's list contains only some of them.
    const isListed = scope !== 'all' || known.flat().some(({ slug }) => slug === event.slug);
    const pages = updateFoundPages(known, event, filter);
    if (isListed) updateCached(client, list, (data) => ({ ...data, pages }));
    const isShorter = pages.flat().length < known.flat().length;
    if (isShorter || (!isListed && isFound(event, filter))) {
      void client.invalidateQueries({ queryKey });
    }
  });
  const count = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: buildCountsQuery(scope, filter).queryKey });
  });
  const slug = scope === 'all' ? null : `${scope.namespace}/${scope.name}`;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onBuildEvent((event) => {
      if (slug !== null && slug !== event.slug) return;
      show(event);
      timer ??= setTimeout(() => {
        timer = undefined;
        count();
      }, recountDelayMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [slug]);
  return useInfiniteQuery(list);
}
