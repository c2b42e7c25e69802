import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onBuildEvent } from '../../api/build-events.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { environmentKey } from './environment-queries.ts';

/** A running build changes many times a second. */
const delayMs = 500;

/** Refetches an environment after changes of its deployments and of builds of the default branch. */
export function useEnvironmentUpdates(
  repo: RepoName,
  target: string,
  defaultBranch: string | undefined,
): void {
  const client = useQueryClient();
  const slug = `${repo.namespace}/${repo.name}`;
  const refetch = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: environmentKey(repo, target) });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onBuildEvent(({ slug: changed, build }) => {
      const isOwn = build.deploy_to === target || build.target === defaultBranch;
      if (changed !== slug || !isOwn) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refetch();
      }, delayMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [slug, target, defaultBranch]);
}
