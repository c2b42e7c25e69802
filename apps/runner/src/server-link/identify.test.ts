import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { beforeEach, expect, it } from 'vitest';
import { ManualClock, settle } from '../testing/manual-clock.ts';
import { type RpcRequest, startRpcServer } from '../testing/rpc-server.ts';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { identify } from './identify.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data');
});

const own = { name: 'host', labels: { own: 'label' } };
const answerOf = (credential: string, more: object = {}) => ({
  status: 200,
  body: { id: 1, name: 'ada/one', credential, ...more },
});

/** Starts a server that answers registrations, and returns a function that starts a runner of the folder. */
async function setUp(answer: (request: RpcRequest) => ReturnType<typeof answerOf> | 'hang up') {
  const { url: server, requests } = await startRpcServer(answer);
  const clock = new ManualClock();
  const lines: string[] = [];
  const start = (given: { token?: string; secret?: string } = {}) =>
    identify(
      { server, dataDir, token: undefined, secret: undefined, ...own, ...given },
      { clock, print: (line) => lines.push(line) },
      new AbortController().signal,
    );
  return { server, requests, clock, lines, start };
}

it('exchanges a token once, and keeps the credential in a private file', async () => {
  const { start, requests } = await setUp(() => answerOf('mlrc_a'));
  const expected = { secret: 'mlrc_a', isCredential: true, name: 'ada/one', labels: own.labels };
  expect(await start({ token: 'mlrt_1' })).toEqual(expected);
  // It starts again, with the same variables, without the token, and beside the old secret.
  expect(await start({ token: 'mlrt_1' })).toEqual(expected);
  expect(await start()).toEqual(expected);
  expect(await start({ secret: 'shared' })).toEqual(expected);
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/register-runner', '{"token":"mlrt_1"}'],
  ]);
  const file = join(dataDir, 'credential.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain('mlrt_1');
});

it('registers again with another token', async () => {
  let count = 0;
  const { start } = await setUp(() => answerOf(`mlrc_${++count}`));
  await start({ token: 'mlrt_1' });
  expect(await start({ token: 'mlrt_2' })).toMatchObject({ secret: 'mlrc_2' });
  expect(await start()).toMatchObject({ secret: 'mlrc_2' });
});

it('has the labels with which it was added, if there are some', async () => {
  const { start } = await setUp(() => answerOf('mlrc_a', { labels: { gpu: 'yes' } }));
  expect(await start({ token: 'mlrt_1' })).toMatchObject({ labels: { gpu: 'yes' } });
});

it('uses the credential at no other server', async () => {
  const one = await setUp(() => answerOf('mlrc_a'));
  await one.start({ token: 'mlrt_1' });
  const two = await setUp(() => answerOf('mlrc_b'));
  expect(await two.start({ secret: 'shared' })).toEqual({
    secret: 'shared',
    isCredential: false,
    ...own,
  });
  await expect(two.start()).rejects.toThrow('Set MILLRACE_RUNNER_TOKEN');
});

it('waits for the server', async () => {
  let isAway = true;
  const { start, clock, lines } = await setUp(() => (isAway ? 'hang up' : answerOf('mlrc_a')));
  const started = start({ token: 'mlrt_1' });
  await expect.poll(() => clock.waitingMs).toEqual([1000]);
  isAway = false;
  await clock.advance(1000);
  await settle();
  expect(await started).toMatchObject({ secret: 'mlrc_a' });
  expect(lines).toEqual([expect.stringContaining('Trying again until')]);
});

it.each([
  [401, '', 'rejects the one-time token'],
  [404, '', 'registers no runners'],
  [200, { name: 'a' }, 'is not a Millrace server'],
])('gives up at %i', async (status, body, message) => {
  const { url: server } = await startRpcServer(() => ({ status, body }));
  const given = { server, dataDir, token: 'mlrt_1', secret: undefined, ...own };
  const deps = { clock: new ManualClock(), print: () => {} };
  const error = await identify(given, deps, new AbortController().signal).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
});
