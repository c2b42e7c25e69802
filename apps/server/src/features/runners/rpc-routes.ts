import { Readable } from 'node:stream';
import {
  type RunnerCall,
  type RunnerCallHandler,
  readRunnerCall,
} from '@millrace/build-host/runner-calls/runner-call';
import { AppError } from '@millrace/contract/api-errors';
import { readParams } from '@millrace/contract/read-input';
import type { FileContent, RunnerEndpoint } from '@millrace/contract/runner';
import { withLogFields } from '@millrace/node-kit/log-fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { beginStream } from '../../http/begin-stream.ts';
import type { Drain } from '../../http/drain.ts';
import { readJson } from './plain-http.ts';
import type { RunnerAuth } from './runner-auth.ts';

/** Registers handlers for the calls of runners, on an application that admits runners alone. */
export class RpcRoutes {
  private readonly app: FastifyInstance;
  private readonly routes: ApiRoutes;
  private readonly drain: Drain;
  private readonly auth: RunnerAuth;

  constructor(app: FastifyInstance, routes: ApiRoutes, deps: { drain: Drain; auth: RunnerAuth }) {
    this.app = app;
    this.routes = routes;
    this.drain = deps.drain;
    this.auth = deps.auth;
  }

  add<Row extends RunnerEndpoint>(row: Row, handler: RunnerCallHandler<Row>): void {
    const { contentType = 'application/json; charset=utf-8', maxBodyBytes } = row;
    this.app.route({
      ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
      method: row.method,
      url: row.path.slice(this.app.prefix.length),
      handler: async (request, reply) => {
        const call = this.readCall<Row>(row, request, reply);
        const carryOut = async () => {
          if (row.upload) requireLength(request);
          return toAnswer(await handler(call));
        };
        const { runner } = this.auth.callerOf(request);
        const output = await withLogFields({ ...call.params, ...(runner && { runner }) }, () =>
          this.routes.carryOut<object, RunnerEndpoint['output']>(row, carryOut, call),
        );
        if (output === undefined) return reply.code(204).send();
        if (row.download) return await sendFile(reply.type(contentType), output as FileContent);
        const text = typeof output === 'string' ? output : JSON.stringify(output);
        return reply.type(contentType).send(text);
      },
    });
  }

  private readCall<Row extends RunnerEndpoint>(
    row: RunnerEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): RunnerCall<Row> {
    return readRunnerCall<Row>(row, {
      caller: this.auth.callerOf(request),
      params: readParams(request.params as Record<string, string>),
      query: request.query,
      body: row.body && readJson(request.body),
      ...(row.upload ? { file: fileOf(request) } : {}),
      signal: row.longPoll ? this.endOfPoll(reply) : disconnectSignal(reply),
    });
  }

  /** Aborts at the end of a long poll, when the runner disconnects, or when the server stops. */
  private endOfPoll(reply: FastifyReply): AbortSignal {
    this.drain.refuse();
    const timeout = AbortSignal.timeout(this.routes.longPollMs);
    return AbortSignal.any([disconnectSignal(reply), this.drain.signal, timeout]);
  }
}

/** Returns undefined for a long poll that timed out, and an empty text for a result without content. */
function toAnswer(result: unknown): unknown {
  if (result === null || result === false) return undefined;
  return result === undefined || result === true ? '' : result;
}

/** Sends a file. A failure to read its first piece becomes an error answer. */
async function sendFile(reply: FastifyReply, { size, read }: FileContent): Promise<FastifyReply> {
  const bytes = await beginStream(read());
  reply.header('content-length', size);
  return reply.send(Readable.from(bytes, { objectMode: false }));
}

function requireLength({ headers }: FastifyRequest): void {
  if (headers['content-length'] === undefined) throw new AppError(411, 'Length Required');
}

function fileOf({ headers, raw }: FastifyRequest): FileContent {
  return { size: Number(headers['content-length']), read: () => raw };
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.on('close', () => closed.abort());
  return closed.signal;
}
