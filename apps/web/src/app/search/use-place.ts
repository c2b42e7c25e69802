import type { Build, Repo, User } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { buildQuery } from '../../api/build-queries.ts';
import { canWriteRepo } from '../../features/repos/repo-permissions.ts';
import { repoQuery } from '../../features/repos/repo-queries.ts';
import { useCurrentUser } from '../../features/sign-in/session-queries.ts';
import { readPlace } from '../../lib/page-place.ts';

/**
 * The current page and the viewer's permissions on it. Repository and build are absent until they are loaded.
 */
export interface Place {
  user: User | null | undefined;
  repo: Repo | undefined;
  canWrite: boolean;
  buildNumber: number | null;
  build: Build | undefined;
  /** True while the repository or the build is loading. */
  isPending: boolean;
}

const nowhere = { namespace: '', name: '' };
const quiet = { meta: { quiet: true } };

export function usePlace(isEnabled: boolean): Place {
  const { pathname } = useLocation();
  const { data: user } = useCurrentUser();
  const place = readPlace(pathname);
  const { namespace, name } = place ?? nowhere;
  const { data: repo, isLoading: isRepoLoading } = useQuery({
    ...repoQuery(namespace, name),
    ...quiet,
    enabled: isEnabled && place !== null,
  });
  const buildNumber = place?.build ?? null;
  const { data: build, isLoading: isBuildLoading } = useQuery({
    ...buildQuery({ namespace, name }, buildNumber ?? 0),
    ...quiet,
    enabled: isEnabled && buildNumber !== null,
  });
  const isPending = isRepoLoading || isBuildLoading;
  return { user, repo, canWrite: canWriteRepo(repo, user), buildNumber, build, isPending };
}
