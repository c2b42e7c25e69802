import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { systemClock } from '@millrace/node-kit/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createByteCache } from '../../shared/byte-cache.ts';
import { openGitea } from './gitea-adapter.ts';

const contents = '/api/v1/repos/ada/app/contents';
/** Hashes of files by URL, answered as Gitea documents them, shortened. */
let blobs: Record<string, string | object[]>;
let sent: { method: string; url: string; body: Record<string, string> }[];
beforeEach(() => {
  sent = [];
  blobs = {
    [`${contents}/ci/a%20b.yml?ref=c0`]: 'blob0',
    [`${contents}/ci/a%20b.yml?ref=main`]: 'blob0',
  };
});

const server = createServer(async (request, response) => {
  const { method = '', url = '' } = request;
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (method === 'GET') {
    const found = blobs[url];
    if (Array.isArray(found)) return answer(200, found);
    return found
      ? answer(200, { type: 'file', sha: found })
      : answer(404, { message: 'not found' });
  }
  sent.push({ method, url, body: JSON.parse(await text(request)) });
  return answer(method === 'POST' ? 201 : 200, { content: {}, commit: { sha: 'c1' } });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const usual = {
  path: 'ci/a b.yml',
  text: 'ü\n',
  message: 'Edit it',
  branch: 'main',
  base: 'c0',
  newBranch: '',
};
const body = { branch: 'main', message: 'Edit it', content: 'w7wK' };

function commit(change: Partial<typeof usual>) {
  const gitea = openGitea({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agent: 'test',
    cache: createByteCache(1000),
    logger: pino({ enabled: false }),
    clock: systemClock,
  });
  const repo = { id: 1, uid: '7', forge: 'gitea', ownerId: 1, namespace: 'ada', name: 'app' };
  return gitea.commitFile('token', repo, { ...usual, ...change });
}

it('replaces the file that was read', async () => {
  expect(await commit({})).toBe('c1');
  const url = `${contents}/ci/a%20b.yml`;
  expect(sent).toEqual([{ method: 'PUT', url, body: { ...body, sha: 'blob0' } }]);
});

it('creates a file', async () => {
  await commit({ path: 'new.yml' });
  expect(sent).toEqual([{ method: 'POST', url: `${contents}/new.yml`, body }]);
});

it('creates a branch with the commit', async () => {
  await commit({ newBranch: 'edits' });
  expect(sent).toMatchObject([{ body: { ...body, new_branch: 'edits', sha: 'blob0' } }]);
});

it('creates no branch without the later changes of the file', async () => {
  blobs[`${contents}/ci/a%20b.yml?ref=main`] = 'blob1';
  await expect(commit({ newBranch: 'edits' })).rejects.toMatchObject({ status: 409 });
  expect(sent).toEqual([]);
});

it.each([
  ['a folder', [{ type: 'file' }], { status: 400, message: 'ci/a b.yml is a folder' }],
  // Seen with Gitea 1.21 just after the first push.
  ['a list without entries', [], { status: 503, retryAfterSec: 10 }],
])('changes nothing if Gitea answers with %s', async (_, found, refusal) => {
  blobs[`${contents}/ci/a%20b.yml?ref=c0`] = found;
  await expect(commit({})).rejects.toMatchObject(refusal);
  expect(sent).toEqual([]);
});
