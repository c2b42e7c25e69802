import type { SignInSetUp, TotpSecret } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { totpCode } from '../../../testing/totp-codes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MILLRACE_SECOND_FACTOR: 'required' } });
});
afterAll(() => server.stop());

const post = (url: string, fields: Record<string, string>, cookie = '') =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });

const cookieOf = (answer: Awaited<ReturnType<typeof post>>, name: string) =>
  [answer.headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

it('is set up after the password, before anything else', async () => {
  const ada = await server.addUser('ada');
  const first = await post('/login', { username: 'ada', password, return_to: '/ada/app' });
  expect(first.headers.location).toBe('/login/form?step=set-up');
  expect(cookieOf(first, '_session_')).toBe('');
  const proved = cookieOf(first, '_second_factor_');
  const proposal = await post('/login/set-up', {}, proved);
  const { secret, url } = proposal.json<TotpSecret>();
  expect(url).toContain(secret);
  const proposed = cookieOf(proposal, '_second_factor_');
  const wrong = await post('/login/set-up', { code: '000000' }, proposed);
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    400,
    'The code is wrong. Check the clock of the device',
  ]);
  // Without the secret in the cookie, no code is right.
  expect((await post('/login/set-up', { code: totpCode(secret) }, proved)).statusCode).toBe(400);
  const done = await post('/login/set-up', { code: totpCode(secret) }, proposed);
  const { recovery_codes, return_to } = done.json<SignInSetUp>();
  expect([recovery_codes.length, return_to]).toEqual([10, '/ada/app']);
  const cookie = cookieOf(done, '_session_');
  expect((await server.app.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(200);

  const removal = await server.app.inject({
    method: 'POST',
    url: '/api/user/second-factor/remove',
    headers: bearer(ada),
    payload: { password },
  });
  expect(removal.json().message).toBe('This server requires a second factor');
  const second = await post('/login', { username: 'ada', password });
  expect(second.headers.location).toBe('/login/form?step=code');
  const code = await post(
    '/login/code',
    { code: recovery_codes[0] ?? '' },
    cookieOf(second, '_second_factor_'),
  );
  expect(cookieOf(code, '_session_')).not.toBe('');
});

it('cannot be replaced after the password', async () => {
  await server.addUser('bob');
  const first = await post('/login', { username: 'bob', password });
  const proved = cookieOf(first, '_second_factor_');
  const proposal = await post('/login/set-up', {}, proved);
  const { secret } = proposal.json<TotpSecret>();
  const proposed = cookieOf(proposal, '_second_factor_');
  await post('/login/set-up', { code: totpCode(secret) }, proposed);
  for (const cookie of [proved, proposed]) {
    expect((await post('/login/set-up', {}, cookie)).statusCode).toBe(409);
    expect((await post('/login/set-up', { code: totpCode(secret) }, cookie)).statusCode).toBe(409);
  }
});

it('refuses forms of other sites, and those without a password', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/login/set-up',
    headers: { origin: 'https://evil.example' },
  });
  expect(answer.statusCode).toBe(403);
  expect((await post('/login/set-up', {})).statusCode).toBe(403);
});
