import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { sendRaw } from '../../../testing/raw-call.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';
import { storageScript } from './report-page.ts';
import { ReportTokens } from './report-tokens.ts';

const path = '/api/repos/ada/project/builds/1';
const validSec = 4 * 3600;
const report = `${storageScript}<h1>Report</h1>`;

let nowSec = 1_700_000_000;
let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
let run: Awaited<ReturnType<typeof startNextStage>>;
beforeEach(async () => {
  nowSec = 1_700_000_000;
  server = await startTestServer({ clock: { nowSec: () => nowSec } });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  run = await startNextStage(runnerApiOf(server));
  await leave('site/index.html', '<h1>Report</h1>');
});
afterEach(() => server.stop());

const leave = (file: string, content = `text of ${file}`, step = run.step.id) =>
  uploadArtifact(runnerApiOf(server), step, file, content);
const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ url, headers, method });
/** Asks for the address of a page as this account, or as a guest. */
const mint = (page: string, as: { token: string } | null = ada, step = '1/1') =>
  read(`${path}/reports/${step}?path=${encodeURIComponent(page)}`, as ? bearer(as) : {});
async function open(
  page = 'site/',
  as: { token: string } | null = ada,
  step = '1/1',
): Promise<string> {
  const { statusCode, headers } = await mint(page, as, step);
  expect(statusCode).toBe(302);
  return String(headers.location);
}
/** Address of all artifacts of the step. */
const openAll = () => open('');
const statusOf = async (url: string) => (await read(url)).statusCode;
const tokenIn = (address: string) => address.split('/')[2] ?? '';
async function repoId(): Promise<number> {
  const repo = await server.core.repos.findBySlug('ada/project');
  if (!repo) throw new Error('There is no repository');
  return repo.id;
}

async function finishStage() {
  const api = runnerApiOf(server);
  const { stage, step } = run;
  const end = { status: 'success', exit_code: 0, stopped: 2 } as const;
  const ended = await api.updateStep({ params: { step: step.id }, body: { ...step, ...end } });
  const body = { ...stage, ...end, steps: [ended] };
  await api.updateStage({ params: { stage: stage.id }, body });
}

describe('a report', () => {
  it('is served with its folder, without credentials', async () => {
    await leave('site/data/a b#?.json', '{}');
    const address = await open();
    expect(address).toMatch(/^\/reports\/[\w-]{50,}\/site\/$/);
    expect((await read(address)).body).toBe(report);
    expect((await read(`${address}index.html?any=1`)).body).toBe(report);
    const json = await read(`${address}data/a%20b%23%3F.json`);
    expect([json.body, json.headers['content-type']]).toEqual(['{}', 'application/json']);
    expect(await statusOf(`${address}missing.js`)).toBe(404);
  });

  it('is found by its file, its folder and the folder above, in any attempt', async () => {
    for (const page of ['site/index.html', 'site/', 'site', '']) {
      expect(await statusOf(await open(page)), page).toBe(200);
    }
    for (const query of ['', '?attempt=1']) {
      const { statusCode } = await read(`${path}/reports/1/1${query}`, bearer(ada));
      expect(statusCode, query).toBe(302);
    }
    for (const missing of ['1/2', '2/1', '1/1?path=none', '1/1?path=site/none/']) {
      const { statusCode } = await read(`${path}/reports/${missing}`, bearer(ada));
      expect(statusCode, missing).toBe(404);
    }
  });

  it('has a listing for each folder without an index, with escaped names', async () => {
    const name = `<img src=x onerror=alert(1)>"'&.txt`;
    await leave(`logs/${name}`, '1234');
    await leave('logs/deep/er/a.txt');
    await leave('logs-2/b.txt');
    const address = await openAll();
    const top = (await read(address)).body;
    expect(top).toContain('<a href="./site/">site/</a>');
    expect(top).toContain('<a href="./logs/">logs/</a>');
    expect(top).not.toContain('../');
    const { body, headers } = await read(`${address}logs/`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body.match(/href="[^"]*"/g)).toEqual([
      'href="../"',
      'href="./%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%22&#39;%26.txt"',
      'href="./deep/"',
    ]);
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;.txt');
    expect(body).not.toContain('<img');
    const moved = await read(`${address}logs?a=1`);
    expect([moved.statusCode, moved.headers.location]).toEqual([302, './logs/?a=1']);
  });

  it('is served in ranges, to HEAD, and not again to browsers that have it', async () => {
    await leave('site/film.webm', '0123456789');
    const film = `${await open()}film.webm`;
    const part = await read(film, { range: 'bytes=2-4' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const head = await read(film, {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10']);
    const known = { 'if-none-match': String(head.headers.etag) };
    expect((await read(film, known)).statusCode).toBe(304);
    expect((await read(film, { range: 'bytes=99-' })).statusCode).toBe(416);
    const page = await read(await open(), { range: 'bytes=0-1' });
    expect([page.statusCode, page.body]).toEqual([200, report]);
    const knownPage = { 'if-none-match': String(page.headers.etag) };
    expect((await read(await open(), knownPage)).statusCode).toBe(304);
  });

  it.each([
    ['a.html', 'inline', 'text/html; charset=utf-8'],
    ['a.svg', 'inline', 'image/svg+xml'],
    ['a.xhtml', 'inline', 'application/xhtml+xml'],
    ['a.xml', 'inline', 'application/xml'],
    ['a.js', 'inline', 'text/javascript; charset=utf-8'],
    ['a.pdf', 'attachment', 'application/pdf'],
    ['a.swf', 'attachment', 'application/x-shockwave-flash'],
    ['a.exe', 'attachment', 'application/octet-stream'],
    ['a', 'attachment', 'application/octet-stream'],
    ['.html', 'inline', 'text/html; charset=utf-8'],
  ])('has no rights in %s', async (name, disposition, type) => {
    await leave(name);
    const address = await openAll();
    for (const url of [address + name, `${address}missing/${name}`]) {
      const { headers } = await read(url, { host: 'ci.example.com' });
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^sandbox allow-scripts /);
      expect(policy).not.toContain('allow-same-origin');
      expect(policy).not.toContain('allow-top-navigation');
      const own = `http://ci.example.com/reports/${tokenIn(address)}/`;
      expect(policy).toContain(`default-src ${own} `);
      expect(policy).toContain(`form-action ${own} `);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('set-cookie');
    }
    const { headers } = await read(address + name);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`));
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('limits its policy to plain hosts', async () => {
    const address = await open();
    const policyFor = async (host: string) =>
      String((await read(address, { host })).headers['content-security-policy']);
    server.setAddress('https://ci.example.com/ci');
    const folder = `http://ci.example.com/ci/reports/${tokenIn(address)}/`;
    for (const host of ["x;script-src *;'", '*', "'self'", '[::1]:80', 'a b']) {
      expect(await policyFor(host)).toContain(`default-src ${folder} 'unsafe-inline'`);
    }
    server.setAddress('http://[::1]:8080');
    expect(await policyFor('[::1]:8080')).toContain("default-src 'self' 'unsafe-inline'");
  });
});

describe('the address of a report', () => {
  it('is created for those who may read the repository', async () => {
    const reader = await server.addUser('reader');
    expect((await mint('site/', null)).statusCode).toBe(401);
    expect((await mint('site/', reader)).statusCode).toBe(404);
    await server.core.repos.update(await repoId(), { visibility: 'internal' });
    expect(await statusOf(await open('site/', reader))).toBe(200);
    expect((await mint('site/', null)).statusCode).toBe(401);
    await server.core.repos.update(await repoId(), { visibility: 'public' });
    expect(await statusOf(await open('site/', null))).toBe(200);
  });

  it('is valid for a time', async () => {
    const address = await open();
    nowSec += validSec - 1;
    expect(await statusOf(address)).toBe(200);
    nowSec += 1;
    const { statusCode, body } = await read(address);
    expect([statusCode, JSON.parse(body).message]).toEqual([
      410,
      'The address of this report has expired. Open it on the page of its build',
    ]);
  });

  it('is never in the log', async () => {
    const { describeRequest } = await import('../../http/request-log.ts');
    const address = await open();
    const { url } = describeRequest({ method: 'GET', url: address, ip: '::1' });
    expect(url).toBe('/reports/…/site/');
  });

  const reader = { login: 'reader' };
  it.each<[end: string, change: () => Promise<unknown>]>([
    [
      'the account loses its role',
      async () => server.core.repos.update(await repoId(), { visibility: 'private' }),
    ],
    ['the account is deactivated', () => changeAccount({ active: false })],
    ['the forge rejects the account', () => changeAccount({ accessEnded: 1 })],
    [
      'the account is deleted',
      async () => server.core.db.deleteFrom('users').where('login', '=', reader.login).execute(),
    ],
    [
      'the file is deleted',
      () =>
        server.app.inject({
          method: 'DELETE',
          url: `${path}/artifacts/1/1/site/index.html`,
          headers: bearer(ada),
        }),
    ],
    ['the build is deleted', async () => server.core.db.deleteFrom('builds').execute()],
  ])('ends when %s', async (_, change) => {
    await server.core.repos.update(await repoId(), { visibility: 'internal' });
    const address = await open('site/', await server.addUser(reader.login));
    expect(await statusOf(address)).toBe(200);
    await change();
    expect(await statusOf(address)).toBe(404);
  });

  async function changeAccount(change: { active?: boolean; accessEnded?: number }) {
    const user = await server.core.userStore.findByLogin(reader.login);
    await server.core.userStore.update(user?.id ?? 0, change);
  }

  it('of a guest ends when the repository is public no more', async () => {
    await server.core.repos.update(await repoId(), { visibility: 'public' });
    const address = await open('site/', null);
    await server.core.repos.update(await repoId(), { visibility: 'internal' });
    expect(await statusOf(address)).toBe(404);
    // A session does not help: the address is that of a guest.
    expect((await read(address, bearer(ada))).statusCode).toBe(404);
  });

  it('leads to no other step', async () => {
    await finishStage();
    const other = (await startNextStage(runnerApiOf(server))).step.id;
    await leave('secret.html', 'secret', other);
    await leave('site/index.html', 'other', other);
    const first = await openAll();
    const second = await open('', ada, '2/1');
    expect(await statusOf(`${second}secret.html`)).toBe(200);
    expect(await statusOf(`${first}secret.html`)).toBe(404);
    expect((await read(`${first}site/`)).body).toBe(report);
    expect((await read(`${second}site/`)).body).toBe(`${storageScript}other`);
  });

  it('cannot be guessed or changed', async () => {
    const token = tokenIn(await open());
    const bytes = Buffer.from(token, 'base64url');
    const flipped = Array.from(bytes, (byte, at) => {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      return changed.toString('base64url');
    });
    const { clock, keys } = server.core;
    const encrypted = keys.sealer.seal(`${run.step.id} ${ada.id} ${nowSec + 60}`);
    const wrong = [
      ...flipped,
      token.slice(0, -4),
      `${token}AAAA`,
      'a',
      String(run.step.id),
      ada.token,
      // Encrypted with the key of other values, and with that of another server.
      Buffer.from(encrypted, 'base64').toString('base64url'),
      new ReportTokens(keys.sealer.derive('other'), clock, 60_000).create({
        stepId: run.step.id,
        viewerId: 1,
      }),
    ];
    for (const each of wrong) {
      expect(await statusOf(`/reports/${each}/site/index.html`), each).toBe(404);
    }
    expect(await statusOf(`/reports/${token}/site/index.html`)).toBe(200);
  });

  it('is no credential for anything else', async () => {
    const token = tokenIn(await open());
    for (const url of ['/api/user', path, `${path}/reports/1/1`]) {
      expect((await read(url, { authorization: `Bearer ${token}` })).statusCode).toBe(401);
      expect(await statusOf(`${url}?access_token=${token}`)).toBe(401);
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const url = `/reports/${token}/site/index.html`;
      const { statusCode } = await server.app.inject({ method, url, headers: bearer(ada) });
      expect(statusCode, method).toBe(404);
    }
  });

  it.each([
    '../index.html',
    'site/../../index.html',
    'site/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    'site/..%2f..%2f..%2fetc%2fpasswd',
    '..%2f..%2fapi/user',
    '%2e%2e%2f%2e%2e%2fapi%2fuser',
    '..%5c..%5cetc%5cpasswd',
    '%252e%252e/%252e%252e/api/user',
    '%c0%ae%c0%ae/etc/passwd',
    '/etc/passwd',
    '//etc/passwd',
    '%2fetc%2fpasswd',
    'file:///etc/passwd',
    'site/index.html/',
    'site/index.html/../index.html',
    'site//index.html',
    './site/index.html',
    'site%00/index.html',
    'site/index.html%00.txt',
    'SITE/index.html',
    '%',
    '%zz',
    '.git/config',
  ])('does not lead outside with %s', async (file) => {
    const address = await openAll();
    const { port } = new URL(server.url);
    const target = address + file;
    const call = { method: 'GET', target, headers: [], body: Buffer.alloc(0) };
    const answer = await sendRaw(Number(port), call);
    expect(answer).toMatch(/^HTTP\/1.1 40[04] /);
    expect(answer).not.toContain('root:');
  });
});
