import { errorMessages } from '@millrace/contract/errors';
import {
  buildStreamPath,
  logStreamPath,
  type RepoEvent,
  repoStreamPath,
} from '@millrace/contract/stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserRow } from '../db/tables.ts';
import { readParams, requireRepo } from '../http/api-routes.ts';
import type { Authority } from '../http/authority.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { notFound, unauthorized } from '../shared/errors.ts';
import type { Events } from '../shared/events.ts';
import { streamBuilds } from './build-stream.ts';
import { endWhenRefused } from './end-when-refused.ts';
import { streamLog } from './log-stream.ts';

interface Parts {
  authority: Authority;
  streams: OpenStreams;
  events: Events;
  readEvent: (
    viewer: UserRow | null,
    change: { repoId: number; buildId: number },
  ) => Promise<RepoEvent | null>;
  findStepId: (
    repoId: number,
    build: number,
    stage: number,
    step: number,
  ) => Promise<number | undefined>;
  logs: Parameters<typeof streamLog>[2] & {
    /** The position after the last line that is stored. */
    findEnd(stepId: number): Promise<number>;
  };
}

export function registerLiveRoutes(app: FastifyInstance, parts: Parts): void {
  /** A stream that ends when this viewer may no longer have it. */
  const openFor = (
    request: FastifyRequest,
    reply: FastifyReply,
    viewer: UserRow | null,
    repo?: { id: number; params: { namespace: string; name: string } },
  ) => {
    const stream = parts.streams.open(reply);
    const check = async () => {
      const now = await parts.authority.findViewer(request);
      if (now?.id !== viewer?.id) throw unauthorized();
      if (repo) await requireRepo(parts.authority, now, repo.params, 'read');
    };
    endWhenRefused(stream, parts.events, { userId: viewer?.id, repoId: repo?.id, check });
    return stream;
  };

  app.get(buildStreamPath, async (request, reply) => {
    const viewer = await parts.authority.findViewer(request);
    const stream = openFor(request, reply, viewer);
    await streamBuilds(stream, parts.events, {
      read: (change) => parts.readEvent(viewer, change),
    });
    return reply;
  });

  app.get(repoStreamPath, async (request, reply) => {
    const params = readParams<typeof repoStreamPath>(request.params as Record<string, string>);
    const viewer = await parts.authority.findViewer(request);
    const { repo } = await requireRepo(parts.authority, viewer, params, 'read');
    const stream = openFor(request, reply, viewer, { id: repo.id, params });
    await streamBuilds(stream, parts.events, {
      repoId: repo.id,
      read: (change) => parts.readEvent(viewer, change),
    });
    return reply;
  });

  app.get(logStreamPath, async (request, reply) => {
    const params = readParams<typeof logStreamPath>(request.params as Record<string, string>);
    const viewer = await parts.authority.findViewer(request);
    const { repo } = await requireRepo(parts.authority, viewer, params, 'read');
    const stepId = await parts.findStepId(repo.id, params.build, params.stage, params.step);
    if (stepId === undefined) throw notFound(errorMessages.noRows);
    const stream = openFor(request, reply, viewer, { id: repo.id, params });
    const start = readStart(request);
    const from = start < 0 ? Math.max(0, (await parts.logs.findEnd(stepId)) + start) : start;
    await streamLog(stream, parts.events, parts.logs, stepId, from - 1);
    return reply;
  });
}

/**
 * The first line that is wanted, below 0 for so many of the last ones: a client that comes back says
 * so by what it had last.
 */
function readStart(request: FastifyRequest): number {
  const { from } = request.query as { from?: string };
  const lastId = Number(request.headers['last-event-id'] ?? Number.NaN);
  if (Number.isInteger(lastId)) return lastId + 1;
  return from && /^-?\d{1,15}$/.test(from) ? Number(from) : 0;
}
