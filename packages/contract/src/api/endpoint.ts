import type { z } from 'zod/mini';
import { encodePath } from '../encode-path.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `read`, `write` and `admin` speak of the repository in the path, `member` and `owner`
 * of the organisation in it; `system` is the account's admin flag; `monitor` is who watches the server: system
 * admins and machine users, or everyone where the server is set up so; `runner` is whoever knows the
 * secret of runners, and no account. The server checks it before the handler runs.
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
export type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
export type InputOf<S> = S extends Schema ? z.input<S> : undefined;

/**
 * One call of the API: written here once, used by the server, the client, the tests and OpenAPI.
 * Without `output` the answer is 204 and empty.
 */
export interface Endpoint<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Output extends Schema | undefined = Schema | undefined,
> {
  method: Method;
  /** Parameters are written `:name`, and `*` for a rest with slashes; `:build`, `:stage`, `:step` and `:test` are whole numbers. */
  path: Path;
  access: Access;
  summary: string;
  query?: Query;
  /** In a PATCH, a field that is absent or null stays as it is. */
  body?: Body;
  output?: Output;
  /** Set where the answer is not JSON. */
  contentType?: string;
  /** Set where the caller may ask for lines of JSON instead. */
  lineStream?: true;
  /** Set where the server waits for what it answers: 204 when the wait ended without it. */
  longPoll?: true;
  /** What headers of the answer say, by name. */
  headers?: Record<string, string>;
}

type NumericParam = 'build' | 'stage' | 'step' | 'test';
type ParamNames<Path extends string> = Path extends `${infer Start}/*`
  ? ParamNames<Start> | '*'
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | ParamNames<Rest>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** The parameters in a path, by name: `{ namespace: string; build: number }`. */
export type PathParams<Path extends string> = {
  [Name in ParamNames<Path>]: Name extends NumericParam ? number : string;
};

export const numericParams: ReadonlySet<string> = new Set<NumericParam>([
  'build',
  'stage',
  'step',
  'test',
]);

type When<Value, Part> = Value extends undefined ? unknown : Part;

/** What a client puts into a call. */
export type CallInput<
  Path extends string,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
> = (keyof PathParams<Path> extends never ? unknown : { params: PathParams<Path> }) &
  When<Query, { query?: InputOf<Query> & Record<string, string | undefined> }> &
  When<Body, { body: InputOf<Body> }>;

/** Keeps the literal types of an endpoint's parts. */
export function defineEndpoint<
  const Path extends string,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Output extends Schema | undefined = undefined,
>(endpoint: Endpoint<Path, Query, Body, Output>): Endpoint<Path, Query, Body, Output> {
  return endpoint;
}

/** The address of a call, parameters encoded: `/api/repos/octo/hello`. */
export function endpointUrl<Path extends string>(
  endpoint: Pick<Endpoint<Path>, 'path'>,
  params: PathParams<Path>,
): string {
  const values: Record<string, string | number> = params;
  return endpoint.path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
    .replace('*', () => encodePath(String(values['*'])));
}
