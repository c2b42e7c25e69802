import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualCode } from '@millrace/contract/errors';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { WebFiles } from './web-files.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-web-'));
  await mkdir(join(dir, 'static'));
  await writeFile(join(dir, 'index.html'), '<head><!--millrace-config--></head>');
  await writeFile(join(dir, 'static', 'index-abc.js'), 'plain');
  await writeFile(join(dir, 'static', 'index-abc.js.br'), 'packed');
});
afterEach(() => rm(dir, { recursive: true }));

const config = { version: '1.2.3', signIn: { password: true, forge: false } };
const readFacts = async () => [{ email: true }];

async function ask(url: string, headers: Record<string, string> = {}) {
  const findAccount = async (request: FastifyRequest) =>
    request.headers.cookie === 'ada' ? 7 : undefined;
  const web = await WebFiles.load(dir, { config, findAccount, readFacts });
  const app = await createApp({ logger: pino({ enabled: false }), web });
  const answer = await app.inject({ method: 'GET', url, headers });
  await app.close();
  return answer;
}

it('serves built files as immutable, in compressed form if available', async () => {
  const answer = await ask('/static/index-abc.js', { 'accept-encoding': 'br' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-encoding']).toBe('br');
  expect((await ask('/static/index-abc.js')).body).toBe('plain');
});

it('returns 404 for a file of another version, instead of the page', async () => {
  expect((await ask('/static/index-old.js')).statusCode).toBe(404);
});

it.each(['', '..%2fsecret', '..%5csecret', '%2e%2e%2fsecret', '%00', '.', 'a/b'])(
  'serves nothing at /static/%s',
  async (path) => {
    await writeFile(join(dir, 'secret'), 'of the server');
    const answer = await ask(`/static/${path}`);
    expect(answer.json()).toEqual({
      message: expect.any(String),
      code: usualCode(answer.statusCode),
    });
    expect([400, 403, 404]).toContain(answer.statusCode);
  },
);

it('writes the path of the server before the addresses of its files', async () => {
  const page = '<link href="/static/a.css"><script src="/static/b.js"></script><a href="/x"></a>';
  await writeFile(join(dir, 'index.html'), page);
  const findAccount = async () => undefined;
  const web = await WebFiles.load(dir, {
    config: { ...config, basePath: '/ci' },
    findAccount,
    readFacts,
  });
  const app = await createApp({ logger: pino({ enabled: false }), web, basePath: '/ci' });
  expect((await app.inject('/ci/octo')).body).toBe(page.replaceAll('/static/', '/ci/static/'));
  expect((await app.inject('/ci/static/index-abc.js')).body).toBe('plain');
  await app.close();
});

it('serves the page for all other paths, without caching', async () => {
  const answer = await ask('/octo/hello/1');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('private, no-cache');
  expect(answer.body).toContain('"version":"1.2.3"');
  expect(answer.body).toContain('"session":false');
  expect((await ask('/', { cookie: 'ada' })).body).toContain('"session":true,"account":7');
});
