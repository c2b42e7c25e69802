import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReservedName } from '@millrace/contract/reserved-names';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { addRoutes } from './build-app.ts';
import { ApiRoutes } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { WebFiles } from './http/web-files.ts';

let server: TestServer;
let app: FastifyInstance;
let dir: string;
const routes: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'millrace-web-'));
  await mkdir(join(dir, 'static'));
  await writeFile(join(dir, 'index.html'), '<title>The interface</title>');
  await writeFile(join(dir, 'static', 'app.js'), 'run()');
  const web = await WebFiles.load(dir, {
    config: { version: '1', signIn: { password: true, forge: false } },
    findAccount: async () => undefined,
    readFacts: async () => [],
  });
  app = await createApp({ logger: server.core.logger, web });
  app.addHook('onRoute', ({ url }) => void routes.push(url));
  const api = new ApiRoutes(app, { ...server.core, refuseChange: async () => {} });
  await addRoutes({ ...server, app, web, api });
});
afterAll(async () => {
  await app.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

it.each([
  '/',
  '/octo',
  '/octo/hello',
  '/octo/hello/1/2/3',
  '/octo/hello/deployments/eu/~../v1.2.js',
  '/octo/hello/deployments/100%25%20sure%3F',
  '/login/form',
  '/apis',
  '/octo/api',
  '/~api/hello',
])('GET %s is a page of the UI', async (url) => {
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.body]).toEqual([200, '<title>The interface</title>']);
  const head = await app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const ownHeaders = { date: expect.any(String), 'x-request-id': expect.any(String) };
  expect(head.headers).toEqual({ ...answer.headers, ...ownHeaders });
});

it.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/repos/octo/hello/nothing',
  '/api/docs/nothing',
  '//api/nothing',
  '/%61pi/nothing',
  '/api?x=1',
  '/static/gone.js',
  '/debug/pprof',
  '/favicon.ico',
  '/favicon.png',
  '/git/octo/nothing',
  '/healthz/nothing',
  '/hook',
  '/link/octo/hello',
  '/link/octo/hello/nothing',
  '/manifest.json',
  '/metrics/nothing',
  '/robots.txt',
  '/rpc',
  '/rpc/v1/request',
  '/static/js/app.js',
  '/varz/nothing',
  '/version/nothing',
  '/%ff/octo',
  '/%',
])('GET %s is no page', async (url) => {
  const answer = await app.inject(url);
  expect(answer.body).not.toContain('<title>');
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
});

it('has no pages for other methods, or existing files', async () => {
  expect((await app.inject({ method: 'POST', url: '/octo/hello' })).statusCode).toBe(404);
  expect((await app.inject('/static/app.js')).body).toBe('run()');
});

it('reserves the first segment of every route', () => {
  const segments = new Set(routes.map((url) => url.split('/')[1] ?? ''));
  const fixed = [...segments].filter((segment) => segment !== '' && !segment.startsWith(':'));
  expect(fixed).toEqual(expect.arrayContaining(['api', 'docs', 'git', 'login', 'metrics', 'rpc']));
  expect(fixed.filter((segment) => !isReservedName(segment))).toEqual([]);
});
