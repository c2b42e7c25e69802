import type { z } from 'zod/mini';
import { encodePath } from '../encode-path.ts';
import type { AuditAction, TokenScope } from '../vocabulary.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Required permission. `read`, `write` and `admin` refer to the repository in the path, `member` and
 * `owner` to the organization in the path. `system` is the admin flag of the account. `monitor` allows
 * system admins and machine users, or everyone if the server is configured so. `runner` requires the secret
 * shared with runners and no account. The server checks the permission before it calls the handler.
 */
export type Access =
  | 'guest'
  | 'session'
  | 'read'
  | 'write'
  | 'admin'
  | 'member'
  | 'owner'
  | 'system'
  | 'monitor'
  | 'runner';

export type Schema = z.ZodMiniType;
type Optional = Schema | undefined;
export type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
export type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/** Description of a call in the audit log. Path parameters are always recorded. */
export interface Audit {
  action: AuditAction;
  /** Fields of the body and the query whose values are recorded. They must not be secret. */
  fields?: readonly string[] | 'all';
}

/**
 * Details of a call in a schema file: its access, input and output. Without `output`, the response is 204 with an empty body.
 */
export interface CallDetails<
  Query extends Optional = Optional,
  Body extends Optional = Optional,
  Output extends Optional = Optional,
> {
  access: Access;
  /**
   * Scope that an access token needs, if it does not follow from `access` and `method`; `none` if no access token is
   * accepted. Other credentials are not limited.
   */
  accessToken?: TokenScope | 'none';
  summary: string;
  /** Why the interface does not make the call. Absent for calls that it makes. */
  forPrograms?: string;
  /** How the audit log records the call. Set for every change; `none` if nothing important changes. */
  audit?: Audit | 'none';
  /** Set for reads that auditors may make as well, beside all of `system` and `monitor`. They reveal no secrets and no code. */
  forAuditors?: true;
  /** Set for changes that are also possible while the server is read-only. */
  whileReadOnly?: true;
  query?: Query;
  /** In a PATCH body, an absent or null field leaves the value unchanged. */
  body?: Body;
  /** Set for calls of existing servers, which ignore unknown fields of the body. Other calls reject them. */
  ignoresUnknown?: true;
  /** Set if null in a PATCH body restores the default. */
  nullRestores?: true;
  output?: Output;
  /** Set if the call starts one build for all requests with the same idempotency key. */
  startsOnce?: true;
  /** Set if the response is not JSON. */
  contentType?: string;
  /** Set if the client may request JSON lines instead. */
  lineStream?: true;
  /** Set if the call opens a WebSocket. */
  isSocket?: true;
  /** Set for long polling: 204 if the wait times out without a result. */
  longPoll?: true;
  /** Description of each response header, by name. */
  headers?: Record<string, string>;
}

declare const schemas: unique symbol;

/** One API call, as a client needs it. Its schemas are known to the compiler alone. */
export interface ApiCall<
  Path extends string = string,
  Query extends Optional = Optional,
  Body extends Optional = Optional,
  Output extends Optional = Optional,
> {
  method: Method;
  /**
   * Parameters are written `:name`. `*` matches the rest of the path, including slashes. `:build`, `:cache`,
   * `:cause`, `:credential`, `:job`, `:kept`, `:lookup`, `:mapping`, `:stage`, `:step`, `:terminal`, `:test`, `:subscription`
   * and `:delivery` are integers.
   */
  path: Path;
  readonly [schemas]?: { query: Query; body: Body; output: Output };
}

/** One API call with its details, as the server, the tests and OpenAPI need it. */
export interface Endpoint<
  Path extends string = string,
  Query extends Optional = Optional,
  Body extends Optional = Optional,
  Output extends Optional = Optional,
> extends ApiCall<Path, Query, Body, Output>,
    CallDetails<Query, Body, Output> {}

type NumericParam =
  | 'artifact'
  | 'bisection'
  | 'build'
  | 'cache'
  | 'cause'
  | 'credential'
  | 'delivery'
  | 'job'
  | 'kept'
  | 'lookup'
  | 'mapping'
  | 'stage'
  | 'step'
  | 'subscription'
  | 'terminal'
  | 'test';
type ParamNames<Path extends string> = Path extends `${infer Start}/*`
  ? ParamNames<Start> | '*'
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | ParamNames<Rest>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** Path parameters by name: `{ namespace: string; build: number }`. */
export type PathParams<Path extends string> = {
  [Name in ParamNames<Path>]: Name extends NumericParam ? number : string;
};

export const numericParams: ReadonlySet<string> = new Set<NumericParam>([
  'artifact',
  'bisection',
  'build',
  'cache',
  'cause',
  'credential',
  'delivery',
  'job',
  'kept',
  'lookup',
  'mapping',
  'stage',
  'step',
  'subscription',
  'terminal',
  'test',
]);

type When<Value, Part> = Value extends undefined ? unknown : Part;

/** Path parameters, query and body of a client's call. */
export type CallInput<
  Path extends string,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
> = (keyof PathParams<Path> extends never ? unknown : { params: PathParams<Path> }) &
  When<Query, { query?: InputOf<Query> & Record<string, string | undefined> }> &
  When<Body, { body: InputOf<Body> }>;

/** The call that has these details in its schema file. */
type CallOf<Path extends string, Details> =
  Details extends CallDetails<infer Query, infer Body, infer Output>
    ? ApiCall<Path, Query, Body, Output>
    : never;

/** Declares a call. Its details have the same name in the schema file. */
export function defineCall<Details extends CallDetails>() {
  return <const Path extends string>(method: Method, path: Path) =>
    ({ method, path }) as CallOf<Path, Details>;
}

/** Preserves the types of the schemas. */
export function defineDetails<
  Query extends Optional = undefined,
  Body extends Optional = undefined,
  Output extends Optional = undefined,
>(details: CallDetails<Query, Body, Output>): CallDetails<Query, Body, Output> {
  return details;
}

/** Builds the URL path of a call with encoded parameters: `/api/repos/octo/hello`. */
export function endpointUrl<Path extends string>(
  call: Pick<ApiCall<Path>, 'path'>,
  params: PathParams<Path>,
): string {
  const values: Record<string, string | number> = params;
  return call.path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
    .replace('*', () => encodePath(String(values['*'])));
}
