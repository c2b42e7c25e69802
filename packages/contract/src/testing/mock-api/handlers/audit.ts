import { type AuditEvent, listAuditEvents, listRepoAuditEvents } from '../../../api/index.ts';
import { on } from './on.ts';

interface Query {
  actor?: string | undefined;
  action?: string | undefined;
  repo?: string | undefined;
  before?: string | undefined;
  per_page?: string | undefined;
}

export const auditHandlers = [
  on(listAuditEvents, ({ state, query }) => select(state.auditEvents, query)),
  on(listRepoAuditEvents, ({ state, params, query }) =>
    select(state.auditEvents, { ...query, repo: `${params.namespace}/${params.name}` }),
  ),
];

function select(events: readonly AuditEvent[], query: Query): AuditEvent[] {
  const { actor = '', action = '', repo = '', before, per_page = '50' } = query;
  return events
    .filter(
      (event) =>
        event.actor.includes(actor) &&
        event.action.startsWith(action) &&
        event.repo.includes(repo) &&
        event.id < Number(before || Number.POSITIVE_INFINITY),
    )
    .slice(0, Number(per_page));
}
