import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { newRepo } from '../../repositories/new-repo.ts';

// The forge is unavailable: deliveries are stored and retried later.
const server = await serverOfFile({
  env: {
    MILLRACE_URL: 'http://ci.example.com',
    MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
    MILLRACE_FORGE: 'gitea',
    MILLRACE_FORGE_URL: 'http://127.0.0.1:9',
    MILLRACE_FORGE_CLIENT_ID: 'id',
    MILLRACE_FORGE_CLIENT_SECRET: 'secret',
  },
});
const owner = await server.addUser('ada');
const add = (uid: string, name: string, isActive: boolean) =>
  server.core.repos.insert(
    newRepo(
      { uid, namespace: 'ada', name, ownerId: owner.id, forge: 'gitea', active: isActive },
      1,
    ),
  );
const active = await add('7', 'active', true);
const idle = await add('8', 'idle', false);
const secret = (await server.core.remote?.hooks.rotate(active.id))?.secret ?? '';
await server.core.db
  .insertInto('repo_hooks')
  .columns(['repo_id', 'secret_sealed'])
  .expression((from) =>
    from
      .selectFrom('repo_hooks')
      .select(({ val }) => [val(idle.id).as('repo_id'), 'secret_sealed'])
      .where('repo_id', '=', active.id),
  )
  .execute();

const payload = (repoId: number, more: object = {}) =>
  JSON.stringify({
    ref: 'refs/heads/main',
    before: '0'.repeat(40),
    after: 'a'.repeat(40),
    repository: { id: repoId, full_name: 'ada/active', private: true, default_branch: 'main' },
    sender: { login: 'ada', avatar_url: '' },
    ...more,
  });

interface Options {
  event?: string;
  delivery?: string;
  signature?: string;
}

async function deliver(body: string | Buffer, options: Options = {}) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/hook',
    headers: {
      'content-type': 'application/json',
      'x-gitea-event': options.event ?? 'push',
      'x-gitea-delivery': options.delivery ?? randomUUID(),
      'x-gitea-signature': options.signature ?? sign(body),
    },
    body,
  });
  const text = response.body;
  return [response.statusCode, text === '' ? '' : JSON.parse(text).message];
}

const sign = (body: string | Buffer, key = secret) =>
  createHmac('sha256', key).update(body).digest('hex');
const countStored = async () =>
  (await server.core.db.selectFrom('hook_deliveries').selectAll().execute()).length;

const wrong = 'Invalid webhook signature';
const none = 'Not a webhook payload of gitea';

it.each([
  [
    'what is signed with another secret',
    payload(7),
    { signature: sign(payload(7), 'x') },
    [403, wrong],
  ],
  ['what is not signed', payload(7), { signature: '' }, [403, wrong]],
  ['a signature of another length', payload(7), { signature: 'abc' }, [403, wrong]],
  ['a repository that is not known', payload(99), {}, [403, wrong]],
  ['a repository that is not active', payload(8), {}, [204, '']],
  ['an event that needs no action', payload(7), { event: 'issues' }, [204, '']],
  ['an event that is none', payload(7), { event: '__proto__' }, [204, '']],
  ['what is no JSON', '{', {}, [400, none]],
  ['what is another JSON', '[]', {}, [400, none]],
  ['a push without a reference', payload(7, { ref: undefined }), {}, [400, none]],
  ['nothing', '', {}, [400, none]],
  [
    'what names a second repository after the one whose secret signed it',
    `${payload(7).slice(0, -1)},"repository":${JSON.stringify(JSON.parse(payload(8)).repository)}}`,
    {},
    [403, wrong],
  ],
])('ignores %s', async (_, body, options, answer) => {
  const before = await countStored();
  expect(await deliver(body, options)).toEqual(answer);
  expect(await countStored()).toBe(before);
});

it('rejects 25 MB before reading them', async () => {
  const [status] = await deliver(payload(7, { text: 'x'.repeat(25_000_000) }));
  expect(status).toBe(413);
});

it('does not parse an unsigned body', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const body = payload(7);
  expect(await deliver(body, { signature: sign(body, 'x') })).toEqual([403, wrong]);
  expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
  parse.mockRestore();
});

it('stores a delivery once, and retries it while the forge is unavailable', async () => {
  const before = await countStored();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => deliver(payload(7), { delivery: 'the-same' })),
  );
  expect(answers).toEqual(answers.map(() => [202, 'Accepted']));
  expect(await countStored()).toBe(before + 1);
  const find = () =>
    server.core.db
      .selectFrom('jobs')
      .selectAll()
      .where('payload', 'like', '%"shownId":"the-same"%')
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await find()).tries).toBeGreaterThan(0);
  expect((await find()).error).toBeNull();
});

it('stores a signed body once, whatever its headers are', async () => {
  const before = await countStored();
  const body = payload(7, { text: 'replayed \ufffd' });
  const signature = sign(body);
  // Decodes to the text that was signed.
  const otherBytes = Buffer.from(body).toString('latin1').replace('\xef\xbf\xbd', '\xff');
  const deliveries: [string | Buffer, Options][] = [
    [body, {}],
    [body, { delivery: 'another' }],
    [body, { delivery: 'a third', event: 'delete' }],
    [Buffer.from(otherBytes, 'latin1'), {}],
  ];
  for (const [bytes, options] of deliveries) {
    await deliver(bytes, { signature, ...options });
  }
  expect(await countStored()).toBe(before + 1);
  expect(await deliver(payload(7, { text: 'another' }))).toEqual([202, 'Accepted']);
  expect(await countStored()).toBe(before + 2);
});

it('accepts deliveries while one client stalls many', async () => {
  const url = new URL(server.url);
  const stalled = Array.from({ length: 20 }, () => connect(Number(url.port), url.hostname));
  for (const socket of stalled) {
    socket.on('error', () => {});
    socket.write(`POST /hook HTTP/1.1\r\nhost: here\r\nx-forwarded-for: 192.0.2.1\r\n`);
    socket.write('content-type: application/json\r\ncontent-length: 1000\r\n\r\n{');
  }
  const count = promisify(server.app.server.getConnections.bind(server.app.server));
  await expect.poll(() => count()).toBeGreaterThanOrEqual(stalled.length);
  const answer = await fetch(`${server.url}/hook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gitea-event': 'push',
      'x-gitea-delivery': randomUUID(),
      'x-gitea-signature': sign(payload(7)),
      'x-forwarded-for': '192.0.2.2',
    },
    body: payload(7),
  });
  expect(answer.status).toBe(202);
  for (const socket of stalled) socket.destroy();
});
