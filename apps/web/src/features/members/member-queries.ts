import { listCollaborators, type Repo } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export type RepoName = Pick<Repo, 'namespace' | 'name'>;

export const membersQuery = ({ namespace, name }: RepoName) =>
  queryOptions({
    queryKey: ['members', `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(listCollaborators, { params: { namespace, name }, signal }),
  });
