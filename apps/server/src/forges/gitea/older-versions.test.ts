import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createByteCache } from '../../shared/byte-cache.ts';
import { readDelivery } from './deliveries.ts';
import { openGitea } from './gitea-adapter.ts';

// Forgejo 7, and Gitea before 1.22, cannot compare commits.

const sender = { login: 'ada', avatar_url: '' };
const repository = { id: 7, full_name: 'ada/app', default_branch: 'main', private: false };

function readPush(more: object) {
  const payload = { ref: 'refs/heads/main', before: 'a', after: 'b', repository, sender, ...more };
  const headers = { 'x-gitea-delivery': '1', 'x-gitea-event': 'push' };
  return readDelivery({ headers, body: JSON.stringify(payload) })?.event?.news[0];
}

const commits = [
  { id: '1', added: ['new'], removed: [], modified: ['both'] },
  { id: '2', added: [], removed: ['old'], modified: ['both'] },
];

it('reads the changed files of a push from the delivery', () => {
  const push = readPush({ commits, total_commits: 2 });
  expect(push).toMatchObject({ changedPaths: ['new', 'both', 'old'] });
});

it.each([
  ['lists some of the commits', { commits, total_commits: 30 }],
  ['does not say how many there are', { commits }],
  ['lists none', { commits: null, total_commits: 0 }],
  ['lists no files', { commits: [{ id: '1' }], total_commits: 2 }],
])('returns no changed files for a push whose delivery %s', (_, more) => {
  const push = readPush(more);
  expect(push).toMatchObject({ kind: 'push', after: 'b' });
  expect(push).not.toHaveProperty('changedPaths');
});

it('reads the changed files of a pull request from its file list', async () => {
  const files = [{ filename: 'new', previous_filename: 'old' }, { filename: 'both' }];
  const server = createServer((request, response) => {
    const isList = request.url?.startsWith('/api/v1/repos/ada/app/pulls/3/files');
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isList ? files : { message: 'Not Found' }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const gitea = openGitea({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent: 'test',
    cache: createByteCache(1000),
    logger: pino({ enabled: false }),
    clock: systemClock,
  });
  const repo = { id: 1, uid: '7', forge: 'gitea', ownerId: 1, namespace: 'ada', name: 'app' };
  expect(await gitea.listChangedPaths('token', repo, 'a', 'b')).toBeNull();
  expect(await gitea.listPullRequestFiles?.('token', repo, 3)).toEqual(['old', 'new', 'both']);
  expect(await gitea.listPullRequestFiles?.('token', repo, 4)).toBeNull();
});
