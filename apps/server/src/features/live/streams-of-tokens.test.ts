import { tokenScopes, visibilities } from '@millrace/contract/vocabulary';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { touchBuild } from '../../../testing/touch-build.ts';

let server: TestServer;
const headersOf = new Map<string, Record<string, string>>();
const slugs = [...visibilities.map((name) => `org/${name}`), 'org/granted', 'org/marker'];
/** Viewers of all kinds: accounts, and their tokens of every scope, for all repositories or for one. */
const people = ['admin', 'member', 'stranger'];
const limits = tokenScopes.flatMap((scope) => [scope, `${scope} for org/granted`]);
const viewers = [
  'guest',
  ...people,
  ...people.flatMap((name) => limits.map((of) => `${name}: ${of}`)),
];

beforeAll(async () => {
  server = await startTestServer();
  const { repos } = server.core;
  await server.addUser('org');
  for (const slug of slugs) {
    const { id } = await pushSampleRepo(server, 'org', slug.split('/')[1]);
    await startNextStage(runnerApiOf(server));
    const [visibility = 'private'] = visibilities.filter((name) => slug === `org/${name}`);
    await repos.update(id, { visibility: slug === 'org/marker' ? 'public' : visibility });
  }
  const granted = await repos.findBySlug('org/granted');
  headersOf.set('guest', {});
  for (const name of people) {
    const { id, token } = await server.addUser(name, { admin: name === 'admin' });
    headersOf.set(name, bearer({ token }));
    // Everyone needs to read a repository to create a token for it.
    await repos.grant(id, granted?.id ?? 0, 'read');
    for (const scope of tokenScopes) {
      for (const repo of ['', 'org/granted']) {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/user/tokens',
          headers: bearer({ token }),
          payload: { name: `${scope} ${repo}`, scope, ...(repo && { repo }) },
        });
        const limit = repo ? `${scope} for ${repo}` : scope;
        headersOf.set(`${name}: ${limit}`, bearer(answer.json()));
      }
    }
  }
  const stranger = await server.core.userStore.findByLogin('stranger');
  await repos.revoke(granted?.id ?? 0, stranger?.login ?? '');
});
afterAll(() => server.stop());

const headers = (viewer: string) => headersOf.get(viewer) ?? {};
const statusOf = async (viewer: string, path: string) =>
  (await server.app.inject({ url: path, headers: headers(viewer) })).statusCode;
const mayRead = async (viewer: string, slug: string) =>
  (await statusOf(viewer, `/api/repos/${slug}/builds/1`)) === 200;

/** Status of a stream, which ends when it is known. */
async function statusOfStream(viewer: string, path: string): Promise<number> {
  const control = new AbortController();
  const answer = await fetch(server.url + path, {
    headers: headers(viewer),
    signal: control.signal,
  });
  control.abort();
  return answer.status;
}

/** Lists the repositories whose changes a stream of all builds sends. */
async function listStreamed(viewer: string, after?: string): Promise<string[]> {
  const control = new AbortController();
  const resumed = { ...headers(viewer), ...(after && { 'last-event-id': after }) };
  const stream = await openStream(`${server.url}/api/stream`, resumed, control.signal);
  const seen: string[] = [];
  if (!after) await touchAll();
  await stream.find(({ data }) => {
    const { slug } = JSON.parse(data);
    seen.push(slug);
    return slug === 'org/marker';
  });
  control.abort();
  return [...new Set(seen)].sort();
}
async function touchAll() {
  for (const index of slugs.keys()) await touchBuild(server, index + 1);
}

describe.each(viewers)('%s', (viewer) => {
  it.each(slugs)('opens the streams of %s that it may get', async (slug) => {
    const expected = await statusOf(viewer, `/api/repos/${slug}/builds/1`);
    expect(await statusOfStream(viewer, `/api/stream/${slug}`)).toBe(expected);
    expect(await statusOfStream(viewer, `/api/stream/${slug}/1/1/1`)).toBe(expected);
  });

  it('receives changes of the builds that it may get', async () => {
    const readable = [];
    for (const slug of slugs) if (await mayRead(viewer, slug)) readable.push(slug);
    if (viewer.includes(' for ') || viewer.endsWith(': audit')) {
      expect(await statusOfStream(viewer, '/api/stream')).toBe(403);
      return;
    }
    const before = String(await server.core.buildChanges.findNewest());
    expect(await listStreamed(viewer)).toEqual(readable.sort());
    expect(await listStreamed(viewer, before)).toEqual(readable.sort());
  });
});
