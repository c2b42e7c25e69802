import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createByteCache } from '../../shared/byte-cache.ts';
import { openGitea } from './gitea-adapter.ts';

const api = '/api/v1/repos/ada/app';
const person = { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' };
/** Answers as Gitea documents them, shortened. */
const answers: Record<string, unknown> = {
  [`${api}/commits?sha=c1&limit=100&stat=false&verification=false&files=false`]: [
    {
      sha: 'c1',
      parents: [],
      commit: { message: 'Grind\n\nfine\n', author: person, committer: person },
      author: null,
    },
  ],
  [`${api}/tags?limit=100`]: [
    {
      name: 'v1',
      message: 'First release\n',
      id: 't1',
      commit: { url: '', sha: 'c1', created: '2026-01-02T03:04:05Z' },
      zipball_url: '',
    },
  ],
};

const server = createServer(({ url = '' }, response) => {
  const answer = answers[url];
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? { message: `no answer for ${url}` }));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const open = () =>
  openGitea({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent: 'test',
    cache: createByteCache(1000),
    logger: pino({ enabled: false }),
    clock: systemClock,
  });
const repo = { id: 1, uid: '7', forge: 'gitea', ownerId: 1, namespace: 'ada', name: 'app' };
const committedSec = Date.parse(person.date) / 1000;

it('lists the history of a commit', async () => {
  expect(await open().listHistory('token', repo, 'c1', 100)).toMatchObject([
    { sha: 'c1', message: 'Grind\n\nfine', authorName: 'Ada', committedSec },
  ]);
  expect(await open().listHistory('token', repo, 'none', 100)).toEqual([]);
});

it('lists tags with their commits', async () => {
  expect(await open().listTags('token', repo, 100)).toEqual([
    { name: 'v1', sha: 'c1', message: 'First release', committedSec },
  ]);
});
