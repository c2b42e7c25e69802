import { getRetention, previewRetention } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { callApiPage } from '../../api/call-api-page.ts';
import { addLosses, noLosses, queryOf, type RetentionForm } from './retention-view.ts';

export interface RepoName {
  namespace: string;
  name: string;
}

export function retentionQuery({ namespace, name }: RepoName) {
  const params = { namespace, name };
  return queryOptions({
    queryKey: ['retention', params],
    queryFn: ({ signal }) => callApi(getRetention, { params, signal }),
    meta: { quiet: true },
  });
}

/** Counts the data that would be deleted with the limits of the form, page by page. */
export function previewQuery({ namespace, name }: RepoName, form: RetentionForm) {
  const params = { namespace, name };
  const query = queryOf(form);
  return queryOptions({
    queryKey: ['retention-preview', params, query],
    queryFn: async ({ signal }) => {
      let total = noLosses;
      for (let page: Record<string, string> = query; ; ) {
        const { items, next } = await callApiPage(previewRetention, {
          params,
          query: page,
          signal,
        });
        total = addLosses(total, items);
        if (!next) return total;
        page = Object.fromEntries(next);
      }
    },
    meta: { quiet: true },
  });
}
