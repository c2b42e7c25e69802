import type { Build } from '@millrace/contract/api';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onBuildEvent } from './build-events.ts';
import type { RepoName } from './build-queries.ts';

/** A running build changes many times a second. */
const delayMs = 500;

/**
 * Refetches queries after changes of builds of a repository, for data that only the server can derive from builds.
 *
 * @param concerns returns whether the change of a build may change the data
 */
export function useRefetchOnBuilds(
  { namespace, name }: RepoName,
  queryKey: QueryKey,
  concerns: (build: Build) => boolean,
): void {
  const client = useQueryClient();
  const slug = `${namespace}/${name}`;
  const isConcerned = useEffectEvent(concerns);
  const refetch = useEffectEvent(() => void client.invalidateQueries({ queryKey }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onBuildEvent(({ slug: changed, build }) => {
      if (changed !== slug || !isConcerned(build)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refetch();
      }, delayMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [slug]);
}
