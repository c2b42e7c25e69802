import { readFileSync } from 'node:fs';
import { type Endpoint, endpointUrl, isForAuditors, neededScope } from '@millrace/contract/api';
import { endpoints } from '@millrace/contract/endpoints';
import { secretHeader } from '@millrace/contract/runner';
import { tokenScopes, visibilities } from '@millrace/contract/vocabulary';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpcEnvironment, rpcSecret } from '../testing/rpc-client.ts';
import { bearer, startTestServer, type TestServer } from '../testing/test-server.ts';
import { addRoutes } from './build-app.ts';
import { ApiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { newRepo } from './repositories/new-repo.ts';

const docs = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');

/** Rows of the table of `docs/api.md` whose head begins so. */
function readTable(head: string): string[][] {
  const lines =
    docs
      .slice(docs.indexOf(`| ${head} |`))
      .split('\n\n')[0]
      ?.trimEnd()
      .split('\n') ?? [];
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const [head = [], , ...accessRows] = readTable('access');
const roles = head.slice(1);
/** An account that may make every call, with its personal token and with one access token of each scope. */
const almighty = ['personal token', ...tokenScopes];

/** The real routes with the real checks; what is granted is not carried out. */
class ProbeRoutes extends ApiRoutes {
  override carryOut() {
    return undefined;
  }
}

let server: TestServer;
let probe: FastifyInstance;
const routes = new Set<string>();
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  const { repos, userStore } = server.core;
  const owner = await server.addUser('org');
  const add = async (role: string, login: string, options = {}) => {
    const user = await server.addUser(login, options);
    tokens.set(role, user.token);
    return user.id;
  };
  await add('stranger', 'stranger');
  await add('system admin', 'root', { admin: true });
  await userStore.update(await add('auditor', 'auditor'), { auditor: true });
  const granted = [
    [await add('reader', 'reader'), 'read'],
    [await add('writer', 'writer'), 'write'],
    [await add('administrator', 'boss'), 'admin'],
    [await add('machine user', 'bot'), 'read'],
    [await add('inactive user', 'gone'), 'admin'],
  ] as const;
  for (const visibility of visibilities) {
    const namespace = 'org';
    const uid = `${namespace}/${visibility}`;
    const made = { uid, namespace, name: visibility, ownerId: owner.id, forge: 'builtin' };
    const { id } = await repos.insert(newRepo({ ...made, active: true }, 1));
    await repos.update(id, { visibility });
    await repos.grant(owner.id, id, 'admin');
    for (const [userId, role] of granted) await repos.grant(userId, id, role);
  }
  await userStore.update(owner.id, { admin: true });
  tokens.set('personal token', owner.token);
  for (const scope of tokenScopes) {
    const created = await server.app.inject({
      method: 'POST',
      url: '/api/user/tokens',
      headers: bearer(owner),
      payload: { name: scope, scope },
    });
    tokens.set(scope, created.json().token);
  }
  const bot = await userStore.findByLogin('bot');
  const gone = await userStore.findByLogin('gone');
  await userStore.update(bot?.id ?? 0, { machine: true });
  await userStore.update(gone?.id ?? 0, { active: false });

  probe = await createApp({ logger: server.core.logger, web: null });
  probe.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.add(`${name} ${url}`);
  });
  const api = new ProbeRoutes(probe, { ...server.core, refuseChange: async () => {} });
  await addRoutes({ ...server, app: probe, web: null, api });
});
afterAll(async () => {
  await probe.close();
  await server.stop();
});

const params = {
  bisection: 1,
  cache: 1,
  cause: 1,
  credential: 1,
  lookup: 1,
  mapping: 1,
  team: 'x',
  repo: 'x',
  delivery: 1,
  subscription: 1,
  namespace: 'org',
  build: 1,
  job: 1,
  kept: 1,
  terminal: 1,
  stage: 1,
  step: 1,
  test: 1,
  login: 'stranger',
  member: 'reader',
  secret: 'x',
  registry: 'x',
  template: 'x.yaml',
  cron: 'x',
  machine: 'x',
  session: 'x',
  pull: '1',
  '*': 'x',
};

/** `ok` where the call is let through to its handler, else the status. */
async function ask(method: string, url: string, role: string): Promise<string> {
  const token = tokens.get(role);
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(role === 'runner' ? { [secretHeader]: rpcSecret } : {}),
  };
  const { statusCode } = await probe.inject({ method: method as 'GET', url, headers });
  return [200, 204, 400].includes(statusCode) ? 'ok' : String(statusCode);
}

it('serves every call of the contract, and no other call under /api and /rpc', () => {
  const inContract = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(inContract.filter((route) => !routes.has(route))).toEqual([]);
  const streams = [
    '/api/stream',
    '/api/stream/:namespace/:name',
    '/api/stream/:namespace/:name/:build/:stage/:step',
    '/api/stream/:namespace/:name/:build/:stage/:step/text',
  ];
  const extra = [...routes].filter((route) => {
    const [method = '', url = ''] = route.split(' ');
    if (!/^\/(api|rpc)\//.test(url) || url.startsWith('/api/docs')) return false;
    return method !== 'HEAD' && !inContract.includes(route) && !streams.includes(url);
  });
  expect(extra).toEqual([]);
});

const isProbed = ({ access, contentType }: Endpoint) => access === 'runner' || !contentType;

describe.each(endpoints.filter(isProbed))('$method $path', (endpoint) => {
  const row = accessRows.find(([access]) => access === endpoint.access) ?? [];
  it.each(roles.map((role, index) => [role, row[index + 1] ?? '?'] as const))(
    '%s: %s',
    async (role, cell) => {
      const mayAudit = role === 'auditor' && isForAuditors(endpoint);
      const expected = mayAudit ? ['ok'] : (cell === 'ok to read' ? '403' : cell).split(' / ');
      const isOnRepo = endpoint.path.includes(':name');
      for (const [index, visibility] of (isOnRepo ? visibilities : ['private']).entries()) {
        const url = endpointUrl(endpoint, { ...params, name: visibility });
        const answer = await ask(endpoint.method, url, role);
        expect([visibility, answer]).toEqual([visibility, expected[index] ?? expected[0]]);
      }
    },
  );

  const scope = neededScope(endpoint);
  it.each(almighty)(`accepts the credential "%s" if ${scope} allows it`, async (credential) => {
    const url = endpointUrl(endpoint, { ...params, name: 'private' });
    const answer = await ask(endpoint.method, url, credential);
    expect(answer).toBe(endpoint.access === 'runner' ? '401' : expectedOf(credential, endpoint));
  });
});

/** Answer to a credential of an account that may make the call. */
function expectedOf(credential: string, endpoint: Endpoint): string {
  const scope = neededScope(endpoint);
  if (credential === 'audit' && isForAuditors(endpoint)) return 'ok';
  if (!scope || credential === 'personal token') return 'ok';
  const allowed: readonly string[] = tokenScopes.slice(0, almighty.indexOf(credential));
  return allowed.includes(scope) ? 'ok' : '403';
}
