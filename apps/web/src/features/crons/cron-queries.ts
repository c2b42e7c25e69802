import { listCrons, type Repo } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export type RepoName = Pick<Repo, 'namespace' | 'name'>;

export function cronsQuery({ namespace, name }: RepoName) {
  return queryOptions({
    queryKey: ['crons', namespace, name],
    queryFn: ({ signal }) => callApi(listCrons, { params: { namespace, name }, signal }),
  });
}
