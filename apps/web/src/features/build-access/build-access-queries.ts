import { listBuildAccess, listBuildReaders } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** Side of the entries: repositories that builds may read, or whose builds may read the repository. */
export type Side = 'targets' | 'readers';

const calls = { targets: listBuildAccess, readers: listBuildReaders } as const;

export const buildAccessQuery = ({ namespace, name }: RepoName, side: Side) =>
  queryOptions({
    queryKey: ['build-access', side, `${namespace}/${name}`],
    queryFn: ({ signal }) => callApi(calls[side], { params: { namespace, name }, signal }),
  });
