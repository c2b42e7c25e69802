import { type AuditEvent, listAuditEvents, listRepoAuditEvents } from '@millrace/contract/api';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';
import { serverUrl } from '../../api/server-address.ts';

/** Filter of events; an empty text does not restrict them. */
export interface AuditFilter {
  actor: string;
  /** First word of the actions. */
  area: string;
  repo: string;
}

const pageSize = 50;

/** Events of a repository, or of the whole server. Paging ends with a page that is not full. */
export function auditQuery(repo: RepoName | undefined, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', repo, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...toQuery(filter), per_page: String(pageSize), before: pageParam };
      return repo
        ? callApi(listRepoAuditEvents, { params: { ...repo }, query, signal })
        : callApi(listAuditEvents, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: (last: AuditEvent[]) =>
      last.length < pageSize ? undefined : String(last.at(-1)?.id),
    placeholderData: keepPreviousData,
  });
}

function toQuery({ actor, area, repo }: AuditFilter) {
  return { actor: actor.trim(), action: area, repo: repo.trim() };
}

/** URL of a file with all events that match. */
export function exportUrl(repo: RepoName | undefined, filter: AuditFilter): string {
  const path = repo ? `/api/repos/${repo.namespace}/${repo.name}/audit` : listAuditEvents.path;
  return serverUrl(path, { ...toQuery(filter), format: 'jsonl' });
}
