import { Readable } from 'node:stream';
import {
  type AuditEvent,
  type AuditQuery,
  listAuditEvents,
  listRepoAuditEvents,
  maxAuditPage,
} from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import { lineStreamType } from '@millrace/contract/log-wire';
import { acceptsLineStream } from '../../http/accepts-line-stream.ts';
import { type ApiRoutes, StreamedAnswer } from '../../http/api-routes.ts';
import { beginStream } from '../../http/begin-stream.ts';
import { readPage } from '../../http/page.ts';
import type { AuditFilter, AuditReadModel } from './audit-read-model.ts';

const pageSize = 50;

/** Lists of recorded changes for system admins, and for the admins of a repository. */
export function registerAuditRoutes(routes: ApiRoutes, events: AuditReadModel): void {
  const answer = async (accept: string | undefined, filter: AuditFilter, query: AuditQuery) => {
    const isExport = acceptsLineStream(accept) || query.format === 'jsonl';
    if (isExport) return exportEvents(events, filter);
    const { limit } = readPage(query, pageSize, maxAuditPage);
    return events.list(filter, { before: readNumber(query.before, 'before'), limit });
  };

  routes.session(listAuditEvents, ({ query, request }) =>
    answer(request.headers.accept, { ...readFilter(query), repo: query.repo }, query),
  );

  routes.repo(listRepoAuditEvents, ({ repo, query, request }) =>
    answer(request.headers.accept, { ...readFilter(query), repoId: repo.id }, query),
  );
}

function readFilter({ actor, action, from, to }: AuditQuery): AuditFilter {
  return { actor, action, from: readNumber(from, 'from'), to: readNumber(to, 'to') };
}

function readNumber(text: string | undefined, name: string): number | undefined {
  if (!text) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`Invalid query: ${name} must be a whole number`);
  return Number(text);
}

async function exportEvents(events: AuditReadModel, filter: AuditFilter): Promise<StreamedAnswer> {
  const texts = await beginStream(toLines(events.readAll(filter)));
  return new StreamedAnswer(Readable.from(texts, { objectMode: false }), {
    'content-type': lineStreamType,
    'content-disposition': 'attachment; filename="audit.jsonl"',
    vary: 'accept',
  });
}

async function* toLines(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<string> {
  for await (const batch of batches) {
    yield batch.map((event) => `${JSON.stringify(event)}\n`).join('');
  }
}
