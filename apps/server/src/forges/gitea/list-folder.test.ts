import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createByteCache } from '../../shared/byte-cache.ts';
import { openGitea } from './gitea-adapter.ts';

const api = '/api/v1/repos/ada/app';
/** Answers as Gitea documents them, shortened. */
const answers: Record<string, unknown> = {
  [`${api}/git/trees/c0`]: {
    tree: [
      { path: '.drone', mode: '040000', type: 'tree' },
      { path: 'a.yml', mode: '100644', type: 'blob' },
      { path: 'link.yml', mode: '120000', type: 'blob' },
    ],
    truncated: false,
  },
  [`${api}/contents/ci/my%20files?ref=c0`]: [
    { name: 'a.yml', type: 'file' },
    { name: 'sub', type: 'dir' },
    { name: 'link.yml', type: 'symlink' },
  ],
  [`${api}/contents/a.yml?ref=c0`]: { name: 'a.yml', type: 'file', content: '' },
};

const server = createServer(({ url = '' }, response) => {
  const answer = answers[url];
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? { message: 'object does not exist' }));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it.each([
  ['', { files: ['a.yml'], isComplete: true }],
  ['ci/my files', { files: ['a.yml'], isComplete: true }],
  ['a.yml', null],
  ['none', null],
])('lists the folder %j', async (folder, expected) => {
  const gitea = openGitea({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent: 'test',
    cache: createByteCache(1000),
    logger: pino({ enabled: false }),
    clock: systemClock,
  });
  const repo = { id: 1, uid: '7', forge: 'gitea', ownerId: 1, namespace: 'ada', name: 'app' };
  expect(await gitea.listFolder('token', repo, 'c0', folder)).toEqual(expected);
});
