import { Readable } from 'node:stream';
import type {
  Access,
  ApiCall,
  Endpoint,
  OutputOf,
  PathParams,
  Permissions,
  Schema,
  ScopedEndpoint,
} from '@millrace/contract/api';
import {
  type AppError,
  badRequest,
  forbidden,
  notFound,
  unauthorized,
} from '@millrace/contract/api-errors';
import { endpointOf } from '@millrace/contract/endpoints';
import { readInput, readParams } from '@millrace/contract/read-input';
import { type LogFields, withLogFields } from '@millrace/node-kit/log-fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Asker } from '../domain/reader.ts';
import type { User, Viewer } from '../domain/user.ts';
import { addressKey } from '../shared/address-key.ts';
import { FairTurns } from '../shared/fair-turns.ts';
import { type QueryScope, runInQueryScope } from '../shared/query-scope.ts';
import type { Authority, RepoAccess } from './authority.ts';
import { closeOf, disconnectOf } from './call-signals.ts';
import { describeCall } from './describe-call.ts';
import { refuseNul } from './malformed-calls.ts';
import { mayAudit } from './may-audit.ts';
import { SocketAnswer } from './sockets.ts';
import { lacksScope, requireScope } from './token-limits.ts';
import { findUnknownField } from './unknown-field.ts';

type Optional = Schema | undefined;

/** A call of an endpoint with its validated input. */
export interface Call<Path extends string, Query extends Optional, Body extends Optional> {
  params: PathParams<Path>;
  query: OutputOf<Query>;
  body: OutputOf<Body>;
  request: FastifyRequest;
  /** Aborts when the answer is sent or the client disconnects. */
  closed: AbortSignal;
}
interface WithViewer {
  viewer: User;
}
interface WithRepo extends RepoAccess {
  viewer: User | null;
}

/** An answer with its own headers. The content type is JSON unless they set another. */
export class StreamedAnswer {
  readonly body: Readable | Buffer;
  readonly headers: Record<string, string>;
  readonly status: number;

  constructor(body: Readable | Buffer, headers: Record<string, string>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** An output that is already serialized as JSON, with its own headers. */
export class JsonText<Output> {
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(text: string, headers: Record<string, string> = {}) {
    this.text = text;
    this.headers = headers;
  }

  read(): Output {
    return JSON.parse(this.text);
  }
}

/** Output of a handler. A stream contains JSON that is too large for memory. Undefined is sent as 204. */
export type Answer<Output extends Optional> =
  | OutputOf<Output>
  | JsonText<OutputOf<Output>>
  | Readable
  | StreamedAnswer
  | SocketAnswer
  | undefined;
export type Handler<Input, Output extends Optional> = (
  input: Input,
) => Promise<Answer<Output>> | Answer<Output>;

type Params = Record<string, string | number>;

const usualLongPollMs = 30_000;

export interface ApiRoutesDeps {
  authority: Authority;
  audit: AuditLog;
  /** Throws while the server is read-only. */
  refuseChange: () => Promise<unknown>;
}

/**
 * Registers handlers for the endpoints of the contract, checks the access of each caller, and records changes in
 * the audit log.
 */
export class ApiRoutes {
  /** Maximum duration of a long poll. */
  readonly longPollMs: number;
  private readonly app: FastifyInstance;
  private readonly authority: Authority;
  private readonly audit: AuditLog;
  private readonly refuseChange: ApiRoutesDeps['refuseChange'];
  private readonly turns = new FairTurns();

  constructor(app: FastifyInstance, deps: ApiRoutesDeps, longPollMs = usualLongPollMs) {
    this.longPollMs = longPollMs;
    this.app = app;
    this.authority = deps.authority;
    this.audit = deps.audit;
    this.refuseChange = deps.refuseChange;
  }

  /** Registers an endpoint that everyone may call. */
  guest<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    apiCall: ApiCall<P, Q, B, O>,
    handler: Handler<Call<P, Q, B>, O>,
  ): void {
    this.register(apiCall, ['guest'], async () => ({}), handler);
  }

  /** Registers an endpoint for signed-in accounts, or for system admins if its access says so. */
  session<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    apiCall: ApiCall<P, Q, B, O>,
    handler: Handler<Call<P, Q, B> & WithViewer, O>,
  ): void {
    const endpoint = endpointOf(apiCall);
    const authorize = async (request: FastifyRequest) => {
      const viewer = await this.requireViewer(request);
      const isAllowed = viewer.admin || mayAudit(viewer, endpoint);
      if (endpoint.access === 'system' && !isAllowed) throw notAdmin(viewer);
      requireScope(viewer, endpoint);
      return { viewer };
    };
    this.register(apiCall, ['session', 'system'], authorize, handler);
  }

  /** Registers an endpoint for monitoring. Anyone may call it if `isOpen`. */
  monitor<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    apiCall: ApiCall<P, Q, B, O>,
    isOpen: boolean,
    handler: Handler<Call<P, Q, B>, O>,
  ): void {
    const authorize = async (request: FastifyRequest) => {
      if (isOpen) return {};
      const viewer = await this.requireViewer(request);
      if (!viewer.admin && !viewer.machine && !viewer.auditor) throw notAdmin(viewer);
      return {};
    };
    this.register(apiCall, ['monitor'], authorize, handler);
  }

  /** Registers an endpoint on one repository. */
  repo<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    apiCall: ApiCall<P, Q, B, O>,
    handler: Handler<Call<P, Q, B> & WithRepo, O>,
  ): void {
    const endpoint = endpointOf(apiCall);
    const authorize = async (request: FastifyRequest, params: Params) => {
      const viewer = await this.authority.findViewer(request);
      const access = await requireRepo(this.authority, viewer, params, endpoint);
      const { namespace, name } = access.repo;
      Object.assign(params, { namespace, name });
      return { ...access, viewer };
    };
    this.register(apiCall, ['read', 'write', 'admin'], authorize, handler);
  }

  /** Registers an endpoint on one organization. Callers that are not members get 404. */
  org<P extends string, Q extends Optional, B extends Optional, O extends Optional>(
    apiCall: ApiCall<P, Q, B, O>,
    handler: Handler<Call<P, Q, B> & WithViewer, O>,
  ): void {
    const endpoint = endpointOf(apiCall);
    const authorize = async (request: FastifyRequest, params: Params) => {
      const viewer = await this.requireViewer(request);
      const namespace = await this.authority.findNamespace(String(params.namespace));
      const membership = await this.authority.findMembership(viewer, namespace);
      const mayRead = mayAudit(viewer, endpoint);
      if (membership === 'none' && !mayRead) throw notFound();
      requireScope(viewer, endpoint);
      if (endpoint.access === 'owner' && membership !== 'owner' && !mayRead) {
        throw forbidden('Only an owner of the organization may change this');
      }
      Object.assign(params, { namespace });
      return { viewer };
    };
    this.register(apiCall, ['member', 'owner'], authorize, handler);
  }

  /** Runs an authorized call. Tests spy on this method or block it. */
  carryOut<Input, O extends Optional>(
    _endpoint: Pick<Endpoint, 'method' | 'path'> & { output?: O },
    handler: Handler<Input, O>,
    input: Input,
  ): Promise<Answer<O>> | Answer<O> {
    return handler(input);
  }

  private async requireViewer(request: FastifyRequest): Promise<User> {
    return requirePerson(await this.authority.findViewer(request));
  }

  private register<
    P extends string,
    Q extends Optional,
    B extends Optional,
    O extends Optional,
    Granted,
  >(
    apiCall: ApiCall<P, Q, B, O>,
    accepted: Access[],
    authorize: (request: FastifyRequest, params: Params) => Promise<Granted>,
    handler: Handler<Call<P, Q, B> & Granted, O>,
  ): void {
    const endpoint = endpointOf(apiCall);
    if (!accepted.includes(endpoint.access)) {
      throw new Error(`${endpoint.path} has the access "${endpoint.access}", not ${accepted}`);
    }
    const admitted = new WeakMap<FastifyRequest, Granted & { params: PathParams<P> }>();
    this.app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Before the body is read, so that a rejected call costs little and reveals nothing about the expected
      // input.
      onRequest: async (request) => {
        const params = readParams<P>(request.params as Record<string, string>);
        const granted = await authorize(request, params as Params);
        if (changesData(endpoint)) await this.refuseChange();
        admitted.set(request, { ...granted, params });
      },
      handler: async (request, reply) => {
        const granted = admitted.get(request);
        if (!granted) throw new Error(`${endpoint.path} was called without a check of access`);
        refuseNul(request.body);
        const given = bodyOf(endpoint, request.body) ?? {};
        const call = {
          query: readInput<Q>(endpoint.query, request.query, 'query'),
          body: readInput<B>(endpoint.body, given, 'body'),
          request,
          // Most calls need none, and an `AbortController` costs as much as a short query.
          get closed() {
            return closeOf(reply);
          },
          ...granted,
        };
        refuseUnknown(endpoint, given);
        const scope = queryScopeOf(request, reply, call);
        await this.turns.take(`${scope.kind} ${scope.callerKey}`);
        const entry = describeCall(endpoint, call);
        const run = () => this.carryOut(endpoint, handler, call);
        const output = await withLogFields(fieldsOf(call), () =>
          runInQueryScope(scope, () => (entry ? this.audit.record(entry, run) : run())),
        );
        if (output === undefined) return reply.code(204).send();
        if (output instanceof SocketAnswer) {
          output.open(reply);
          return reply;
        }
        reply.type('application/json; charset=utf-8');
        if (output instanceof StreamedAnswer) {
          return reply.code(output.status).headers(output.headers).send(output.body);
        }
        if (output instanceof Readable) return reply.send(output);
        if (output instanceof JsonText) return reply.headers(output.headers).send(output.text);
        return reply.send(JSON.stringify(output));
      },
    });
  }
}

/** Names the repository and the build of a call for the log. */
function fieldsOf(call: { params: Params } & Partial<RepoAccess>): LogFields {
  const { build } = call.params;
  return {
    ...(call.repo && { repo: call.repo.slug }),
    ...(build !== undefined && { build }),
  };
}

/**
 * Read calls share database connections with others of their account, and their queries end when the client
 * disconnects.
 */
function queryScopeOf(request: FastifyRequest, reply: FastifyReply, granted: object): QueryScope {
  const viewer = 'viewer' in granted ? (granted as { viewer: User | null }).viewer : null;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  let signal: AbortSignal | undefined;
  return {
    kind: isRead ? 'read' : 'write',
    callerKey: viewer ? `account ${viewer.id}` : addressKey(request.ip),
    get signal() {
      // A change that has begun is completed even if the client disconnects.
      signal ??= isRead ? disconnectOf(reply) : new AbortController().signal;
      return signal;
    },
  };
}

/** Returns the account of a call. Guests get 401. */
export function requirePerson(viewer: Viewer | null): Viewer {
  if (!viewer) throw unauthorized();
  return viewer;
}

/** Returns the account that asks for a build. Guests get 401. */
export function requireAsker(viewer: Viewer | null, { admin }: Permissions): Asker & Viewer {
  return { ...requirePerson(viewer), isAdmin: admin };
}

/**
 * Returns the repository if the viewer has this access. Guests without it get 401. Accounts that may not read
 * it get 404, and accounts that may read but not change it get 403.
 */
export async function requireRepo(
  authority: Authority,
  viewer: Viewer | null,
  params: Params,
  endpoint: ScopedEndpoint,
): Promise<RepoAccess> {
  const { namespace, name } = params;
  const { access } = endpoint;
  // Such a token reads no repository, so the answer does not depend on whether there is one.
  if (viewer?.tokenLimits?.scope === 'audit') requireScope(viewer, endpoint);
  const mayRead = mayAudit(viewer, endpoint);
  const found = await authority.findRepoAccess(viewer, String(namespace), String(name));
  if (!found || !(found.permissions.read || mayRead)) throw viewer ? notFound() : unauthorized();
  if (viewer) requireScope(viewer, endpoint);
  if (mayRead) return found;
  const permission = access === 'write' || access === 'admin' ? access : 'read';
  if (found.permissions[permission]) return found;
  if (!viewer) throw unauthorized();
  throw forbidden(`You need ${permission} permission for this repository`);
}

/** Returns the error of a call for system admins. It names the scope if only that of the token is too small. */
function notAdmin({ tokenLimits }: Viewer): AppError {
  if (!tokenLimits?.isOfAdmin) return forbidden();
  return lacksScope(tokenLimits.scope, 'admin');
}

/** Returns whether a call is impossible while the server is read-only. */
function changesData({ method, access, audit, whileReadOnly }: Endpoint): boolean {
  if (method === 'GET' || whileReadOnly) return false;
  // Running builds go on.
  return access !== 'runner' && audit !== 'none';
}

/** A misspelled field would change nothing, and its call would still seem to succeed. */
function refuseUnknown({ body, ignoresUnknown }: Endpoint, given: unknown): void {
  const problem = body && !ignoresUnknown ? findUnknownField(body, given) : undefined;
  if (problem !== undefined) throw badRequest(problem);
}

/** In changes, existing clients send null for every field that stays the same. */
function bodyOf(
  { method, nullRestores }: Pick<Endpoint, 'method' | 'nullRestores'>,
  body: unknown,
): unknown {
  if (method !== 'PATCH' || nullRestores) return body;
  if (typeof body !== 'object' || !body || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
