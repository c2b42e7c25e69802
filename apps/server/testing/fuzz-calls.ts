import type { createOpenApi } from '@millrace/contract/openapi';
import fc from 'fast-check';
import type { RawCall } from './raw-call.ts';

type Json = Record<string, unknown>;
type Arbitrary = fc.Arbitrary<unknown>;

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Json }[];
  body: Json | undefined;
}

export function operationsOf(document: ReturnType<typeof createOpenApi>): Operation[] {
  const paths = document.paths as Record<string, Record<string, Json>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters as Operation['parameters'],
      body: bodySchemaOf(requestBody as Json | undefined),
    })),
  );
}

function bodySchemaOf(requestBody: Json | undefined): Json | undefined {
  const content = requestBody?.content as Record<string, { schema: Json }> | undefined;
  return content?.['application/json']?.schema;
}

const oddTexts = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '//',
  '\\',
  '*',
  '%',
  '%00',
  '%zz',
  '%ff',
  '\0',
  '\r\n',
  '\ufffe',
  '\ud800',
  '💥',
  'ﬁ',
  'é',
  '../../etc/passwd',
  '<script>',
  "'; drop table repos; --",
  '${A}',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e9',
  '1e400',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  'refs/heads/main',
  '@hourly',
  '* * * * *',
  '0 0 31 2 *',
  '2000-01-01',
  'x.jsonnet',
  'http://127.0.0.1:1/',
  'a'.repeat(5000),
];
const text = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1, 2 ** 31, 2 ** 53, 1e308),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

const anything: Arbitrary = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(nested(50), nested(3000), Array(2000).fill('a')) },
);

/** Generates mostly valid values of a schema. */
function fitting(schema: Json): Arbitrary {
  const exact = exactly(schema);
  return fc.oneof({ weight: 6, arbitrary: exact }, { weight: 1, arbitrary: anything });
}

function exactly(schema: Json): Arbitrary {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      return fc.oneof(text, fc.constantFrom('main', 'fuzz', 'fuzz.yaml', '@daily', 'eve'));
    case 'integer':
    case 'number':
      return number;
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting((schema.items as Json | undefined) ?? {}), { maxLength: 4 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
            ([name, property]) => [name, fitting(property)],
          ),
        ),
        { requiredKeys: [] },
      );
    default:
      return anything;
  }
}

/** Values that exist, so that calls get beyond the first lookup. */
const known: Record<string, string[]> = {
  namespace: ['ada', 'ada', 'ada', 'eve'],
  name: ['one', 'two', 'three'],
  login: ['eve', 'mallory'],
  member: ['eve', 'bob'],
  build: ['1', '2', '3', '0', '-1'],
  job: ['1', '2'],
  stage: ['1', '2', '0'],
  step: ['1', '2'],
  cause: ['1', '2'],
  subscription: ['1', '2'],
  terminal: ['1', '2'],
  kept: ['1', '2'],
  bisection: ['1', '2'],
  secret: ['fuzz', 'main'],
  registry: ['fuzz', 'main'],
  template: ['fuzz.yaml', 'main'],
  cron: ['fuzz', 'main'],
};

/** Generates characters that a URL may contain unencoded. */
const asIs = fc
  .string({ unit: 'binary-ascii', maxLength: 12 })
  .map((part) => part.replaceAll(/[\0-\x20\x7f#?]/g, ''));
const encoded = text.map((part) => encodeURIComponent(part.toWellFormed()));

const segment = (name: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(known[name] ?? ['main', '1'])) },
    { weight: 1, arbitrary: encoded },
    { weight: 1, arbitrary: asIs },
  );

const queryOf = ({ parameters }: Operation) => {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name = fc.oneof(fc.constantFrom('page', 'per_page', ...names), encoded);
  const value = fc.oneof(
    fc.constantFrom('1', '2', 'main', 'refs/heads/main', 'true', 'false', '-5', '10'),
    encoded,
    asIs,
  );
  const pair = fc.tuple(name, value);
  const pairs = fc.oneof(
    { weight: 6, arbitrary: fc.uniqueArray(pair, { maxLength: 4, selector: ([key]) => key }) },
    fc.array(pair, { maxLength: 4 }),
  );
  return fc
    .oneof(
      { weight: 3, arbitrary: pairs.map((found) => found.map((each) => each.join('='))) },
      asIs.map((part) => [part]),
    )
    .map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
};

const header = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['accept', 'application/x-ndjson'],
    ['accept', '*/*;q=x'],
    ['accept-encoding', 'br;q=1, gzip;q=0, ,,'],
    ['accept-encoding', 'zstd'],
    ['if-none-match', '*'],
    ['if-none-match', 'W/"a", "'],
    ['range', 'bytes=5-1'],
    ['origin', 'null'],
    ['sec-fetch-site', 'same-origin'],
    ['x-forwarded-for', '::1, 1.2.3.4, x'],
    ['last-event-id', '-1'],
    ['cookie', '_session_=%00; _session_=x; ='],
    ['x-http-method-override', 'DELETE'],
    ['authorization', 'Basic %%%'],
    ['authorization', 'Bearer'],
  ),
  fc.tuple(
    fc.constantFrom('accept', 'cookie', 'referer', 'user-agent', 'x-anything'),
    fc
      .string({ unit: 'binary-ascii', maxLength: 30 })
      .map((part) => part.replaceAll(/[^ -~]/g, '')),
  ),
);

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=x',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
  '',
];
const wrongBody = fc.oneof(
  fc
    .constantFrom('{', '[[[[', '"\\ud800"', '{"a":1,"a":2}', '{"__proto__":{"a":1}}', 'NaN', ' ')
    .map((part) => Buffer.from(part)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from('{"data":"\xff\xfe"}', 'latin1')),
  fc.constantFrom(1000, 50_000).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
  fc.constant(Buffer.alloc(1_100_000, 'a')),
);

const bodyOf = ({ body, method }: Operation) => {
  const right = (body ? fitting(body) : anything).map((value) =>
    Buffer.from(JSON.stringify(value) ?? ''),
  );
  const some = fc.tuple(
    fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrongBody }),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...types) },
    ),
  );
  const none = fc.constant<[Buffer, string]>([Buffer.alloc(0), '']);
  return fc.oneof(
    { weight: body || method === 'POST' ? 8 : 1, arbitrary: some },
    { weight: 2, arbitrary: none },
  );
};

/** Generates calls of an operation. Most of them are nearly valid. */
export function callsOf(operation: Operation): fc.Arbitrary<RawCall> {
  const parts = operation.path.split(/(\{\w+\})/).map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name ? segment(name) : fc.constant(part);
  });
  return fc
    .record({
      path: fc.tuple(...parts).map((found) => found.join('')),
      query: queryOf(operation),
      headers: fc.array(header, { maxLength: 2 }),
      body: bodyOf(operation),
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND') },
      ),
    })
    .map(({ path, query, headers, body: [body, type], method }) =>
      readable({
        method,
        target: path + query,
        headers: [...headers, ...(type ? [['content-type', type] as [string, string]] : [])],
        body,
      }),
    );
}

/** Shortens the body of a call in failure messages. */
function readable(call: RawCall): RawCall {
  const { method, target, headers, body } = call;
  const text = body.subarray(0, 500).toString('latin1');
  const shown = JSON.stringify({ method, target, headers, bytes: body.length, text });
  return Object.assign(call, { [fc.toStringMethod]: () => shown });
}
