import { addBuildAccess, removeBuildAccess, removeBuildReader } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { upsertItem } from '../../lib/upsert-item.ts';
import { buildAccessQuery, type Side } from './build-access-queries.ts';
import { buildAccessMessages } from './messages.ts';

export function useAddBuildAccess({ namespace, name }: RepoName) {
  const text = useTexts(buildAccessMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (slug: string) =>
      callApi(addBuildAccess, { params: { namespace, name, '*': slug } }),
    onSuccess: (added) =>
      updateList(client, buildAccessQuery({ namespace, name }, 'targets'), (all) =>
        upsertItem(all, added, 'slug'),
      ),
    meta: { done: text.done, failed: text.failed },
  });
}

const removeCalls = { targets: removeBuildAccess, readers: removeBuildReader } as const;

export function useRemoveBuildAccess({ namespace, name }: RepoName, side: Side) {
  const text = useTexts(buildAccessMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (slug: string) =>
      callApi(removeCalls[side], { params: { namespace, name, '*': slug } }),
    onSuccess: (_, slug) =>
      updateList(client, buildAccessQuery({ namespace, name }, side), (all) =>
        all.filter((other) => other.slug !== slug),
      ),
    meta: { done: text.removed, failed: text.removeFailed },
  });
}
