import { missing, unauthorized } from '@millrace/contract/api-errors';
import { readParams } from '@millrace/contract/read-input';
import {
  buildStreamPath,
  logStreamPath,
  logTextPath,
  repoStreamPath,
} from '@millrace/contract/stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Viewer } from '../../domain/user.ts';
import { requireRepo } from '../../http/api-routes.ts';
import type { Authority } from '../../http/authority.ts';
import { type EventStream, type StreamForm, streamHeaders } from '../../http/event-stream.ts';
import type { OpenStreams, StreamKind } from '../../http/open-streams.ts';
import { requireScope } from '../../http/token-limits.ts';
import type { LogsPort } from '../logs/port.ts';
import type { BuildFeed } from './build-feed.ts';
import type { LogFeed } from './log-feed.ts';
import { type LogTexts, readTextQuery } from './log-texts.ts';
import type { RefusedStreams } from './refused-streams.ts';

/** A stream needs what a call needs that reads the same builds. */
const readBuilds = { method: 'GET', access: 'read' } as const;

interface Deps {
  authority: Authority;
  streams: OpenStreams;
  refused: RefusedStreams;
  builds: BuildFeed;
  logs: LogFeed;
  texts: LogTexts;
  logsPort: Pick<LogsPort, 'findLogEnd'>;
  stages: Pick<StageStore, 'findStep' | 'findStepId'>;
}

export function registerLiveRoutes(app: FastifyInstance, deps: Deps): void {
  /** Opens a stream that ends if the viewer loses access. Returns null for a HEAD request. */
  const openFor = (
    request: FastifyRequest,
    reply: FastifyReply,
    viewer: Viewer | null,
    { kind, form = 'events' }: { kind: StreamKind; form?: StreamForm },
    repo?: { id: number; params: { namespace: string; name: string } },
  ): EventStream | null => {
    if (request.method === 'HEAD') {
      reply.headers(streamHeaders(form)).send();
      return null;
    }
    const stream = deps.streams.open(request, reply, { userId: viewer?.id, kind, form });
    const check = async () => {
      const now = await deps.authority.findViewer(request);
      if (now?.id !== viewer?.id) throw unauthorized();
      if (repo) await requireRepo(deps.authority, now, repo.params, readBuilds);
    };
    const expires = viewer?.tokenLimits?.expires ?? 0;
    deps.refused.watch(stream, { userId: viewer?.id, repoId: repo?.id, expires, check });
    return stream;
  };

  app.get(buildStreamPath, async (request, reply) => {
    const viewer = await deps.authority.findViewer(request);
    if (viewer) requireScope(viewer, readBuilds);
    const stream = openFor(request, reply, viewer, { kind: 'builds' });
    followBuilds(deps.builds, stream, request, viewer);
    return reply;
  });

  app.get(repoStreamPath, async (request, reply) => {
    const params = readParams<typeof repoStreamPath>(request.params as Record<string, string>);
    const viewer = await deps.authority.findViewer(request);
    const { repo } = await requireRepo(deps.authority, viewer, params, readBuilds);
    const stream = openFor(request, reply, viewer, { kind: 'builds' }, { id: repo.id, params });
    followBuilds(deps.builds, stream, request, viewer, repo.id);
    return reply;
  });

  /** Finds the step of a path whose log the caller may read. */
  const findLog = async (request: FastifyRequest, attempt: { attempt?: number } = {}) => {
    const params = readParams<typeof logStreamPath>(request.params as Record<string, string>);
    const viewer = await deps.authority.findViewer(request);
    const { repo } = await requireRepo(deps.authority, viewer, params, readBuilds);
    const stepId = await deps.stages.findStepId({ repoId: repo.id, ...params, ...attempt });
    if (stepId === undefined) throw missing();
    return { viewer, stepId, repo: { id: repo.id, params } };
  };

  app.get(logStreamPath, async (request, reply) => {
    const { viewer, stepId, repo } = await findLog(request);
    const stream = openFor(request, reply, viewer, { kind: 'logs' }, repo);
    if (!stream) return reply;
    const start = readStart(request);
    const from = start < 0 ? Math.max(0, (await deps.logsPort.findLogEnd(stepId)) + start) : start;
    await deps.logs.follow(stream, stepId, from - 1);
    return reply;
  });

  app.get(logTextPath, async (request, reply) => {
    const { attempt, ...query } = readTextQuery(request.query);
    const { viewer, stepId, repo } = await findLog(request, attempt);
    const step = await deps.stages.findStep(stepId);
    if (!step || step.hasDeletedLog) throw missing();
    const stream = openFor(request, reply, viewer, { kind: 'logs', form: 'text' }, repo);
    if (stream) await deps.texts.send(stream, step, query);
    return reply;
  });
}

/** Sends the changes of builds after the last one that the client received. */
function followBuilds(
  builds: BuildFeed,
  stream: EventStream | null,
  request: FastifyRequest,
  viewer: Viewer | null,
  repoId?: number,
): void {
  const lastId = String(request.headers['last-event-id'] ?? '');
  const { id = null, tokenLimits } = viewer ?? {};
  if (stream) builds.follow(stream, { id, tokenLimits, repoId }, lastId);
}

/**
 * Returns the position of the first requested line. A negative value counts from the end. A client that
 * reconnects sends its last position as Last-Event-ID.
 */
function readStart(request: FastifyRequest): number {
  const { from } = request.query as { from?: string };
  const lastId = String(request.headers['last-event-id'] ?? '');
  if (/^\d{1,15}$/.test(lastId)) return Number(lastId) + 1;
  return from && /^-?\d{1,15}$/.test(from) ? Number(from) : 0;
}
