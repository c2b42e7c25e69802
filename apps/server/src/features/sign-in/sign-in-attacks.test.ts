import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const settings = {
  MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
  MILLRACE_SIGN_IN_WORKERS: '1',
  MILLRACE_SIGN_IN_ATTEMPTS_PER_ADDRESS: '12',
  MILLRACE_SIGN_IN_ATTEMPTS_PER_LOGIN: '20',
};
const queued = 4;
const knownLogins = ['ian', 'jane', 'kate'];

let server: TestServer;
/** Of a short queue. */
let busy: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ...settings, MILLRACE_SIGN_IN_QUEUE: '12' } });
  for (const login of ['ada', 'bob', 'carl', 'dora', ...knownLogins]) await server.addUser(login);
  busy = await startTestServer({ env: { ...settings, MILLRACE_SIGN_IN_QUEUE: String(queued) } });
  await busy.addUser('dora');
  // With a password at its full cost.
  await busy.core.users.createAccount({ login: 'eve', password });
});
afterAll(() => Promise.all([server.stop(), busy.stop()]));

function signIn(
  username: string,
  secret: string,
  address: string,
  { proxy = '127.0.0.1', at = server } = {},
) {
  return at.app.inject({
    method: 'POST',
    url: '/login',
    remoteAddress: proxy,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    },
    payload: new URLSearchParams({ username, password: secret }).toString(),
  });
}

const many = <Result>(count: number, start: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => start(index)));
const countOf = (answers: { statusCode: number }[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length;

it('counts attempts before it checks them: only ten of 40 concurrent guesses are checked', async () => {
  const answers = await many(40, (index) => signIn('ada', `guess ${index}`, '10.1.0.1'));
  expect(countOf(answers, 303)).toBe(10);
  expect(countOf(answers, 429)).toBe(30);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
});

it('limits the attempts of one address for all logins', async () => {
  const answers = await many(40, (index) =>
    signIn(knownLogins[index % 4] ?? 'nobody', 'guess', '10.2.0.1'),
  );
  expect(countOf(answers, 303)).toBe(12);
});

it('never locks out the owner at another address', async () => {
  for (let address = 0; address < 3; address++) {
    await many(10, () => signIn('bob', 'guess', `10.3.0.${address}`));
  }
  expect((await signIn('bob', password, '10.3.1.1')).headers.location).toBe('/');
  const more = await many(10, () => signIn('bob', 'guess', '10.3.1.2'));
  expect(countOf(more, 303)).toBe(3);
});

it('does not let clients choose the counted address', async () => {
  const answers = await many(20, (index) =>
    signIn('carl', 'guess', `10.4.0.${index}`, { proxy: '192.0.2.1' }),
  );
  expect(countOf(answers, 303)).toBe(10);
});

it('limits its queue, and asks clients to retry', async () => {
  const answers = await many(40, (index) =>
    signIn(`nobody${index}`, 'guess', `10.5.0.${index}`, { at: busy }),
  );
  expect(countOf(answers, 303)).toBe(1 + queued);
  expect(countOf(answers, 429)).toBe(39 - queued);
  const right = await signIn('dora', password, '10.5.0.1', { at: busy });
  expect(right.headers.location).toBe('/');
});

it('reads files and answers others while passwords are hashed', async () => {
  let hashed = 0;
  const storm = many(1 + queued, (index) =>
    signIn('eve', `guess ${index}`, `10.6.0.${index}`, { at: busy }).then(() => hashed++),
  );
  await readFile(import.meta.filename);
  expect((await busy.app.inject('/healthz')).statusCode).toBe(200);
  expect(hashed).toBeLessThan(queued);
  await storm;
});

it('shares the check of concurrent requests with the same credentials', async () => {
  const git = () =>
    server.app.inject({
      url: '/git/ada/nothing.git/info/refs?service=git-upload-pack',
      remoteAddress: '10.7.0.1',
      headers: { authorization: `Basic ${btoa(`dora:${password}`)}` },
    });
  expect(countOf(await many(20, git), 404)).toBe(20);
});
