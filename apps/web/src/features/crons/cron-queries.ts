import { createCron, deleteCron, listCrons, type NewCron, type Repo } from '@millrace/contract/api';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';

type RepoName = Pick<Repo, 'namespace' | 'name'>;

export function cronsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['crons', namespace, name],
    queryFn: ({ signal }) => callApi(listCrons, { params: { namespace, name }, signal }),
  });
}

export function useCreateCron(repo: RepoName, onDone: () => void) {
  const { crons: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (body: NewCron) => callApi(createCron, { params: { namespace, name }, body }),
    onSuccess: () => {
      client.invalidateQueries(cronsQuery(repo));
      onDone();
    },
    meta: { done: text.added },
  });
}

export function useDeleteCron(repo: RepoName) {
  const { crons: text } = usePageMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (cron: string) => callApi(deleteCron, { params: { namespace, name, cron } }),
    onSuccess: () => client.invalidateQueries(cronsQuery(repo)),
    meta: { done: text.removed },
  });
}
