import {
  type CacheLimitsChange,
  deleteCache,
  deleteCaches,
  patchCacheLimits,
} from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { cachesQuery } from './cache-queries.ts';
import { cacheMessages } from './messages.ts';

export function useDeleteCache({ namespace, name }: RepoName) {
  const text = useTexts(cacheMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (cache: number) => callApi(deleteCache, { params: { namespace, name, cache } }),
    onSettled: () => client.invalidateQueries(cachesQuery({ namespace, name })),
    meta: { done: text.deleted, failed: text.deleteFailed },
  });
}

export function useDeleteAllCaches({ namespace, name }: RepoName) {
  const text = useTexts(cacheMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(deleteCaches, { params: { namespace, name } }),
    onSettled: () => client.invalidateQueries(cachesQuery({ namespace, name })),
    meta: { done: text.allDeleted, failed: text.deleteFailed },
  });
}

export function useSaveCacheLimits({ namespace, name }: RepoName) {
  const text = useTexts(cacheMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CacheLimitsChange) =>
      callApi(patchCacheLimits, { params: { namespace, name }, body }),
    onSuccess: () => client.invalidateQueries(cachesQuery({ namespace, name })),
    meta: { done: text.saved, failed: text.saveFailed },
  });
}
