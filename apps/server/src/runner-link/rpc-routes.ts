import type { Endpoint, Schema } from '@millrace/contract/api';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RunnerCaller } from '../features/runners/runner-registry.ts';
import type { ApiRoutes, Call, Handler } from '../http/api-routes.ts';
import type { Drain } from '../http/drain.ts';
import { readInput, readParams } from '../http/read-input.ts';
import { readJson } from './plain-http.ts';
import { readCaller } from './runner-auth.ts';

type Optional = Schema | undefined;

interface RunnerCall<Path extends string, Query extends Optional, Body extends Optional>
  extends Omit<Call<Path, Query, Body>, 'request'> {
  caller: RunnerCaller;
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
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  return AbortSignal.any([gone.signal, end, AbortSignal.timeout(longPollMs)]);
}
