import {
  cardMessage,
  filterMessage,
  linesMessage,
  pingMessage,
  stageMessage,
  stepMessage,
} from '@millrace/contract/runner';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '../shared/errors.ts';
import { toDetailsMessage } from './details-message.ts';
import { read, sendJson, speakPlainText, takeAnyContentType } from './plain-http.ts';
import { readCaller, requireSecret } from './runner-auth.ts';
import type { RunnerCalls } from './runner-calls.ts';

const logsLimitBytes = 64 * 1024 * 1024;
const longPollMs = 30_000;
const longestName = 255;

interface Parts {
  calls: RunnerCalls;
  /** Without one there are no remote runners. */
  secret: string | undefined;
  /** A runner has started: what its former start had claimed is lost. */
  onRunnerStart: (started: { machine: string; runner: string }) => Promise<void>;
  pollMs?: number;
}

/** The runner interface over HTTP, as existing runners speak it. */
export async function registerRunnerRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(async (scope) => addRoutes(scope, parts), { prefix: '/rpc/v2' });
}

function addRoutes(app: FastifyInstance, parts: Parts): void {
  const { calls, pollMs = longPollMs } = parts;
  const logs = { bodyLimit: logsLimitBytes };
  speakPlainText(app);
  takeAnyContentType(app);
  app.addHook('onRequest', async (request) => requireSecret(request, parts.secret));

  app.post('/ping', async (request) => {
    const message = read(pingMessage, request.body ?? null);
    const { runner } = readCaller(request);
    if (runner && message?.machine) await parts.onRunnerStart({ machine: message.machine, runner });
    return '';
  });
  app.post('/nodes/:machine', () => '');
  app.delete('/nodes/:machine', () => '');

  app.post('/stage', async (request, reply) => {
    const filter = read(filterMessage, request.body);
    const signal = pollSignal(reply, pollMs);
    const stage = await calls.requestStage(readCaller(request), filter, signal);
    return stage ? sendJson(reply, stage) : reply.code(204).send();
  });
  app.post<WithId & { Querystring: { machine?: string } }>('/stage/:id', async (request, reply) => {
    const { machine } = request.query;
    if (!machine || machine.length > longestName) throw badRequest('Invalid machine');
    const stage = await calls.acceptStage(readCaller(request), readId(request), machine);
    return sendJson(reply, stage);
  });
  app.get<WithId>('/stage/:id', async (request, reply) => {
    const details = await calls.getStageDetails(readCaller(request), readId(request));
    return sendJson(reply, toDetailsMessage(details));
  });
  app.put<WithId>('/stage/:id', async (request, reply) => {
    const report = { ...read(stageMessage, request.body), id: readId(request) };
    return sendJson(reply, await calls.updateStage(readCaller(request), report));
  });
  app.put<WithId>('/step/:id', async (request, reply) => {
    const report = { ...read(stepMessage, request.body), id: readId(request) };
    return sendJson(reply, await calls.updateStep(readCaller(request), report));
  });
  app.post<WithId>('/build/:id/watch', async (request, reply) => {
    const signal = pollSignal(reply, pollMs);
    const isOver = await calls.watchBuild(readCaller(request), readId(request), signal);
    return reply.code(isOver ? 200 : 204).send();
  });
  app.post<WithId>('/step/:id/logs/batch', logs, async (request) => {
    const lines = read(linesMessage, request.body);
    await calls.appendLogs(readCaller(request), readId(request), lines);
    return '';
  });
  app.post<WithId>('/step/:id/logs/upload', logs, async (request) => {
    const lines = read(linesMessage, request.body);
    await calls.replaceLogs(readCaller(request), readId(request), lines);
    return '';
  });
  app.post<WithId>('/step/:id/card', async (request) => {
    const card = read(cardMessage, request.body);
    await calls.createCard(readCaller(request), readId(request), card);
    return '';
  });
}

interface WithId {
  Params: { id: string };
}

function readId({ params }: FastifyRequest<WithId>): number {
  if (!/^\d{1,15}$/.test(params.id)) throw badRequest('Invalid id');
  return Number(params.id);
}

/** Aborts at the end of a long poll, or when the runner has gone. */
function pollSignal(reply: FastifyReply, pollMs: number): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(pollMs)]);
}
