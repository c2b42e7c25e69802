import { createCron, deleteCron, type NewCron } from '@millrace/contract/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { withItem } from '../../lib/with-item.ts';
import { cronsQuery, type RepoName } from './cron-queries.ts';

export function useCreateCron(repo: RepoName) {
  const { crons: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (body: NewCron) => callApi(createCron, { params: { namespace, name }, body }),
    onSuccess: (cron) =>
      updateList(client, cronsQuery(repo), (crons) => withItem(crons, cron, 'name')),
    meta: { done: text.added },
  });
}

export function useDeleteCron(repo: RepoName) {
  const { crons: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (cron: string) => callApi(deleteCron, { params: { namespace, name, cron } }),
    onSuccess: (_, cron) =>
      updateList(client, cronsQuery(repo), (crons) => crons.filter(({ name }) => name !== cron)),
    meta: { done: text.removed },
  });
}
