import {
  activateRepo,
  chownRepo,
  disableRepo,
  listRepoSummaries,
  type RepoSummary,
  repairRepo,
} from '@millrace/contract/api';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { allReposMessages } from './messages.ts';

const allReposKey = ['all-repos'] as const;
const refreshMs = 10_000;

export interface RepoFilter {
  q: string;
  active: string;
  sort: string;
  limit: number;
}

export const allReposQuery = ({ limit, ...filter }: RepoFilter) =>
  queryOptions({
    queryKey: [...allReposKey, filter, limit],
    queryFn: ({ signal }) =>
      callApi(listRepoSummaries, { query: { ...filter, limit: String(limit) }, signal }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });

const changes = {
  activated: activateRepo,
  deactivated: disableRepo,
  repaired: repairRepo,
} as const;
export type RepoChange = keyof typeof changes;

/** Activates, deactivates or repairs a repository. */
export function useChangeRepo({ slug }: RepoSummary, change: RepoChange) {
  const text = useTexts(allReposMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(changes[change], { params: paramsOf(slug) }),
    onSettled: () => client.invalidateQueries({ queryKey: allReposKey }),
    meta: { done: text[change], failed: text.changeFailed },
  });
}

export function useChangeOwner({ slug }: RepoSummary, onDone: () => void) {
  const text = useTexts(allReposMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (login: string) => callApi(chownRepo, { params: paramsOf(slug), query: { login } }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: allReposKey }),
    meta: { done: text.ownerChanged, failed: text.changeFailed },
  });
}

function paramsOf(slug: string) {
  const [namespace = '', name = ''] = slug.split('/');
  return { namespace, name };
}
