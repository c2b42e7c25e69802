import { z } from 'zod/mini';
import { endpoints } from '../api/endpoints.ts';
import { type Endpoint, neededScope, numericParams } from '../api/index.ts';
import { errorBody, errorCodeHeader } from '../errors.ts';
import { idempotencyKeyHeader, maxIdempotencyKeyLength } from '../idempotency-key.ts';
import { lineStreamType } from '../log-wire.ts';
import { runnerHeader, secretHeader } from '../runner/runner-id.ts';
import { describe, describeNamed } from './shapes.ts';

export { createApiTables } from './api-tables.ts';

type Json = Record<string, unknown>;

const accessWords: Record<Endpoint['access'], string> = {
  guest: 'Open to everyone.',
  session: 'Needs a signed-in account.',
  read: 'Needs read permission for the repository.',
  write: 'Needs write permission for the repository.',
  admin: 'Needs admin permission for the repository.',
  member: 'Needs membership of the organization.',
  owner: 'Needs ownership of the organization.',
  system: 'Needs a system admin.',
  monitor: 'Needs a system admin or a machine user, unless the server allows everyone.',
  runner: 'Needs the shared secret of runners.',
};

const runnerParameter = {
  name: runnerHeader,
  in: 'header',
  description: 'Identifies one start of a runner; existing runners do not send it',
  schema: { type: 'string' },
};

const idempotencyParameter = {
  name: idempotencyKeyHeader,
  in: 'header',
  description: 'Repeated requests with the same value start one build',
  schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKeyLength },
};

/**
 * Returns the whole API as an OpenAPI 3.1 document.
 *
 * @param basePath of the server, as in `/ci`
 */
export function createOpenApi(version: string, basePath = ''): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace', version, license: { name: 'Apache-2.0' } },
    servers: [{ url: `${basePath}/` }],
    security: [{ token: [] }, { session: [] }, {}],
    paths,
    components: {
      schemas: describeNamed(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: '_session_' },
        runner: { type: 'apiKey', in: 'header', name: secretHeader },
      },
      responses: {
        error: { description: 'Error', content: jsonContent(errorBody) },
        runnerError: {
          description: 'Error message, as one line of text',
          headers: {
            [errorCodeHeader]: { description: 'Its code', schema: { type: 'string' } },
          },
          content: textContent('text/plain'),
        },
      },
    },
  };
}

function toOperation(endpoint: Endpoint): Json {
  const isForRunners = endpoint.access === 'runner';
  const error = isForRunners ? 'runnerError' : 'error';
  return {
    summary: endpoint.summary,
    description: `${accessWords[endpoint.access]}${describeScope(endpoint)}`,
    tags: [tagOf(endpoint.path)],
    ...(isForRunners ? { security: [{ runner: [] }] } : {}),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint),
      ...(isForRunners ? [runnerParameter] : []),
      ...(endpoint.startsOnce ? [idempotencyParameter] : []),
    ],
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint, endpoint.body) } : {}),
    responses: {
      ...successOf(endpoint),
      ...(endpoint.longPoll ? { 204: { description: 'The wait timed out without a result' } } : {}),
      default: { $ref: `#/components/responses/${error}` },
    },
  };
}

function describeScope(endpoint: Endpoint): string {
  const scope = neededScope(endpoint);
  if (!scope) return '';
  if (scope === 'none') return ' Accepts no access tokens.';
  return ` Access tokens need the scope ${scope}.`;
}

function requestBodyOf({ method, nullRestores }: Endpoint, body: z.ZodMiniType): Json {
  const description = nullRestores
    ? 'An absent field leaves the value unchanged; null restores the default'
    : 'An absent or null field leaves the value unchanged';
  return { ...(method === 'PATCH' ? { description } : {}), content: jsonContent(body, 'input') };
}

function successOf(endpoint: Endpoint): Json {
  if (endpoint.contentType) {
    return { 200: { description: 'Done', content: textContent(endpoint.contentType) } };
  }
  if (endpoint.isSocket) return { 101: { description: 'A WebSocket' } };
  if (!endpoint.output) return { 204: { description: 'Done' } };
  const content = { ...jsonContent(endpoint.output), ...lineStreamContent(endpoint) };
  return { 200: { description: 'Done', content, ...headersOf(endpoint) } };
}

function lineStreamContent({ lineStream }: Endpoint): Json {
  if (!lineStream) return {};
  const description = 'One line of JSON for each element of the list';
  return { [lineStreamType]: { schema: { type: 'string', description } } };
}

function headersOf({ headers }: Endpoint): Json {
  if (!headers) return {};
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { headers: Object.fromEntries(described) };
}

function pathParameters(path: string): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  if (path.includes('*')) names.push('rest');
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: numericParams.has(name) ? 'integer' : 'string' },
  }));
}

function queryParameters({ query }: Endpoint): Json[] {
  if (!query) return [];
  const { properties } = z.toJSONSchema(query, { io: 'input' });
  if (properties) {
    return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
  }
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  return [{ name: 'parameters', in: 'query', style: 'form', explode: true, schema }];
}

function jsonContent(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): Json {
  return { 'application/json': { schema: describe(schema, io) } };
}

function textContent(type: string): Json {
  return { [type]: { schema: { type: 'string' } } };
}

/** Returns the resource: `builds` of `/api/repos/:namespace/:name/builds/:build`. */
function tagOf(path: string): string {
  const words = path.split('/').filter((part) => part && !part.startsWith(':') && part !== 'api');
  if (words[0] === 'repos' && words.length > 1) return words[1] ?? 'repos';
  return words[0] ?? 'system';
}
