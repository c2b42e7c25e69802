import type { Build, Line } from '@millrace/contract/api';
import { sessionCookie } from '@millrace/contract/api';
import { findFreePort } from '@millrace/test-support/free-port';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { serverOfFile } from '../testing/server-of-file.ts';
import { bearer, createWorkTree, password, pushSampleRepo } from '../testing/test-server.ts';
import { docsUrl } from './features/docs/index.ts';

const port = await findFreePort();
const address = `http://127.0.0.1:${port}/ci`;
const server = await serverOfFile({
  env: { ...rpcEnvironment, MILLRACE_URL: address, MILLRACE_PORT: String(port) },
});
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');
const headers = bearer(ada);
const below = { url: address, tempDir: server.tempDir };
const until = { timeout: 60_000, interval: 50 };

const get = (url: string, more: Record<string, string> = headers) =>
  server.app.inject({ url, headers: more });
const post = (url: string, form: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

describe.each(['/ci', ''])('called with %j', (prefix) => {
  it.each(['/healthz', '/readyz', '/version', '/api/user', '/api/repos/ada/project/builds'])(
    'answers %s',
    async (path) => {
      expect((await get(prefix + path)).statusCode).toBe(200);
    },
  );

  it.each([
    ['/login', '/ci/login/form'],
    ['/login?return_to=/ada/project', '/ci/login/form?return_to=%2Fada%2Fproject'],
    ['/link/ada/project/tree/main', '/ci/ada/project'],
    ['/link/ada/project/commit/abcdef12', '/ci/ada/project'],
  ])('redirects %s to %s', async (path, location) => {
    const answer = await get(prefix + path);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
  });

  it.each([
    [password, undefined, '/ci/'],
    [password, '/ada/project?a=b#c', '/ci/ada/project?a=b#c'],
    [password, '/ci/project', '/ci/ci/project'],
    [password, '//evil.example', '/ci/'],
    ['wrong', undefined, expect.stringMatching(/^\/ci\/login\/error\?message=/)],
  ])('sends a sign-in with %j and %j to %s', async (given, path, location) => {
    const form = { username: 'ada', password: given, ...(path ? { return_to: path } : {}) };
    const answer = await post(`${prefix}/login`, form);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
  });

  it('sets and removes a cookie for the path', async () => {
    const { cookies } = await post(`${prefix}/login`, { username: 'ada', password });
    expect(cookies).toMatchObject([{ name: sessionCookie, path: '/ci' }]);
    const cookie = `${sessionCookie}=${cookies[0]?.value}`;
    const ended = await get(`${prefix}/logout`, { cookie, accept: 'text/html' });
    expect(ended.cookies).toMatchObject([{ name: sessionCookie, value: '', path: '/ci' }]);
  });

  it('sends rejected browsers to a page below the path', async () => {
    const attempts = Array.from({ length: 12 }, () =>
      post(`${prefix}/login`, { username: `guess${prefix}`, password: 'wrong' }),
    );
    const last = (await Promise.all(attempts)).find(({ statusCode }) => statusCode === 429);
    expect(last?.headers.refresh).toMatch(/^0; url=\/ci\/login\/error\?message=/);
  });
});

it.each<[string, string, RegExp | string]>([
  ['clone address', '/api/repos/ada/project', `"git_http_url":"${address}/git/ada/project.git"`],
  ['repository page', '/api/repos/ada/project', `"link":"${address}/ada/project"`],
  ['feed', '/api/badges/ada/project/cc.xml', `webUrl="${address}/ada/project/1"`],
  [
    'replay',
    '/api/repos/ada/project/builds/1/replay',
    `"host":"127.0.0.1:${port}/ci","link":"${address}"`,
  ],
  ['answer', '/api/repos/ada/project/builds/1/answer', `"link":"${address}/ada/project/1"`],
  ['API description', '/api/openapi.json', '"servers":[{"url":"/ci/"}]'],
  ['API reference', '/api/docs', 'src="/ci/api/docs/static/swagger-ui-bundle.js"'],
])('has an absolute address in the %s', async (_, url, text) => {
  expect((await get(`/ci${url}`)).body).toContain(text);
});

it('serves the files of the API reference', async () => {
  expect((await get('/ci/api/docs/static/swagger-ui.css')).statusCode).toBe(200);
});

it('opens an organization that is called as the path if the proxy says that it has removed it', async () => {
  await server.addUser('ci');
  await pushSampleRepo(server, 'ci');
  const location = async (url: string, more = {}) =>
    (await get(url, { ...headers, ...more })).headers.location;
  const { token } = await server.addUser('boss', { admin: true });
  const asBoss = { authorization: `Bearer ${token}` };
  expect(await location('/ci/link/ci/project/tree/main', asBoss)).toBe('/ci/ci/project');
  const removed = { ...asBoss, 'x-forwarded-prefix': '/ci' };
  expect(await location('/link/ci/project/tree/main', removed)).toBe('/ci/ci/project');
  expect((await get('/ci/project/cc.xml', removed)).body).toContain(
    `webUrl="${address}/ci/project/1"`,
  );
});

describe.skipIf(!docsUrl)(`the documentation${docsUrl ? '' : ' (skipped: not built)'}`, () => {
  it('has its files and links below the path', async () => {
    expect((await get('/ci/docs')).headers.location).toBe('/ci/docs/');
    for (const page of ['/ci/docs/', '/ci/docs/pipelines', '/ci/docs/decisions/0051-tls']) {
      const { body } = await get(page);
      for (const [, link = ''] of body.matchAll(/ (?:href|src)="([^"#]+)/g)) {
        if (!/^[a-z]+:/.test(link))
          expect(new URL(link, `${address}${page.slice(3)}`).pathname).toMatch(/^\/ci\//);
      }
    }
  });
});

it('hosts git, and serves runners and clients with the path in their server address', async () => {
  const work = await createWorkTree(below, 'ada', 'ada/app');
  const steps = [
    { name: 'work', commands: ['echo "see $DRONE_BUILD_LINK at $DRONE_SYSTEM_HOST"'] },
  ];
  const pipeline = { kind: 'pipeline', type: 'exec', name: 'default', steps };
  await work.commit({ '.drone.yml': JSON.stringify(pipeline) });
  const pushed = await work.git('push', '--quiet', 'origin', 'main');
  expect(pushed.stderr).toContain(`See the builds at ${address}/ada/app`);
  const copy = await createWorkTree(below, 'ada', 'ada/app');
  expect((await copy.git('pull', '--quiet', 'origin', 'main')).stderr).toBe('');

  startRunnerProcess(below);
  const build = async (): Promise<Build> => (await get('/api/repos/ada/app/builds/1')).json();
  await expect.poll(async () => (await build()).status, until).toBe('success');
  const lines: Line[] = (await get('/api/repos/ada/app/builds/1/logs/1/2')).json();
  const printed = lines.map(({ out }) => out).join('');
  expect(printed).toContain(`see ${address}/ada/app/1 at 127.0.0.1:${port}/ci\n`);

  const env = { MILLRACE_TOKEN: ada.token, DRONE_SERVER: `${address}/` };
  const asked = await execa(process.execPath, [program, 'why', '1', '--repo', 'ada/app'], { env });
  expect(asked.stdout).toContain('#1');
});
