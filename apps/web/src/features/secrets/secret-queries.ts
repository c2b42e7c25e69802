import { listOrgSecrets, listSecrets } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

/** Owner of the secrets: a repository, or an organisation if `name` is absent. */
export interface SecretScope {
  namespace: string;
  name?: string;
}

export function secretsQuery({ namespace, name }: SecretScope) {
  return queryOptions({
    queryKey: ['secrets', namespace, name ?? null],
    queryFn: ({ signal }) =>
      name === undefined
        ? callApi(listOrgSecrets, { params: { namespace }, signal })
        : callApi(listSecrets, { params: { namespace, name }, signal }),
  });
}
