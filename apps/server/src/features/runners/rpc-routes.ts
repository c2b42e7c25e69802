import type { Readable } from 'node:stream';
import type { Endpoint, Schema } from '@millrace/contract/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunnerCaller } from '../../cluster/seen-runner.ts';
import type { ApiRoutes, Call, Handler } from '../../http/api-routes.ts';
import type { Drain } from '../../http/drain.ts';
import { readInput, readParams } from '../../http/read-input.ts';
import { AppError } from '../../shared/errors.ts';
import { readJson } from './plain-http.ts';
import { readCaller } from './runner-auth.ts';

type Optional = Schema | undefined;

interface Upload {
  content: Readable;
  /** In bytes. */
  size: number;
  /** Aborts when the runner has gone. */
  gone: AbortSignal;
}

interface RunnerCall<Path extends string, Query extends Optional, Body extends Optional>
  extends Omit<Call<Path, Query, Body>, 'request' | 'closed'> {
  caller: RunnerCaller;
  /** A body that the contract does not describe, as it comes in. */
  upload(): Upload;
  /** Aborts at the end of a long poll, or when the runner has gone, or the server stops. */
  endOfPoll(): AbortSignal;
}

/** Registers handlers for the calls of runners, on an application that checks the secret. */
export class RpcRoutes {
  private readonly app: FastifyInstance;
  private readonly routes: ApiRoutes;
  private readonly drain: Drain;

  constructor(app: FastifyInstance, routes: ApiRoutes, drain: Drain) {
    this.app = app;
    this.routes = routes;
    this.drain = drain;
  }

  add<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    endpoint: Endpoint<P, Q, B, O>,
    handler: Handler<RunnerCall<P, Q, B>, O>,
    options: { bodyLimit?: number } = {},
  ): void {
    const { contentType = 'application/json; charset=utf-8' } = endpoint;
    this.app.route({
      ...options,
      method: endpoint.method,
      url: endpoint.path.slice(this.app.prefix.length),
      handler: async (request, reply) => {
        const output = await this.routes.carryOut(endpoint, handler, {
          caller: readCaller(request),
          params: readParams<P>(request.params as Record<string, string>),
          query: readInput<Q>(endpoint.query, request.query, 'query'),
          body: readInput<B>(endpoint.body, endpoint.body && readJson(request.body), 'body'),
          upload: () => ({ content: request.raw, size: sizeOf(request), gone: gone(reply) }),
          endOfPoll: () => {
            this.drain.refuse();
            return endOfPoll(reply, this.routes.longPollMs, this.drain.signal);
          },
        });
        if (output === undefined) return reply.code(204).send();
        const text = typeof output === 'string' ? output : JSON.stringify(output);
        return reply.type(contentType).send(text);
      },
    });
  }
}

function endOfPoll(reply: FastifyReply, longPollMs: number, end: AbortSignal): AbortSignal {
  return AbortSignal.any([gone(reply), end, AbortSignal.timeout(longPollMs)]);
}

function sizeOf({ headers }: FastifyRequest): number {
  const size = headers['content-length'];
  if (size === undefined) throw new AppError(411, 'Length Required');
  return Number(size);
}

function gone(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.on('close', () => closed.abort());
  return closed.signal;
}
