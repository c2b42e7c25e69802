import { listTemplates } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export function templatesQuery(namespace: string) {
  return queryOptions({
    queryKey: ['templates', namespace],
    queryFn: ({ signal }) => callApi(listTemplates, { params: { namespace }, signal }),
  });
}
