import { RunnerConflict } from '@millrace/contract/runner';
import { StartError } from '@millrace/node-kit/start-error';
import { expect, it } from 'vitest';
import { ServerRefusal } from '../shared/server-refusal.ts';
import { ManualClock, settle } from '../testing/manual-clock.ts';
import { connect } from './connect.ts';

function setUp(failures: Error[]) {
  const lines: string[] = [];
  const clock = new ManualClock();
  const stopping = new AbortController();
  const ping = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
  const result = connect(
    {
      api: { ping },
      server: 'http://ci',
      machine: 'one',
      clock,
      print: (line) => lines.push(line),
    },
    stopping.signal,
  );
  return { lines, clock, stopping, result };
}

it('pings until the server answers, and reports the reason once', async () => {
  const away = () => new Error('The server cannot be reached: ECONNREFUSED');
  const busy = new ServerRefusal(503, 'busy');
  const { lines, clock, result } = setUp([...Array.from({ length: 6 }, away), busy]);
  const pauses: (number | undefined)[] = [];
  for (let round = 0; round < 7; round++) {
    await settle();
    pauses.push(clock.waitingMs[0]);
    await clock.advance(clock.waitingMs[0] ?? 0);
  }
  expect(await result).toBe(true);
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  expect(lines).toEqual([
    'The server cannot be reached: ECONNREFUSED. Trying again until http://ci answers.',
    'The server answered 503: busy. Trying again until http://ci answers.',
  ]);
});

it.each([
  [401, 'http://ci rejects the secret'],
  [403, 'http://ci does not accept this runner'],
  [404, 'http://ci does not accept runners'],
])('gives up at %i', async (status, message) => {
  const { result } = setUp([new ServerRefusal(status, '')]);
  const error = await result.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
});

it('ends when it is aborted', async () => {
  const { stopping, result } = setUp([new Error('away')]);
  await settle();
  stopping.abort();
  expect(await result).toBe(false);
});

it('gives up if its credential was revoked', async () => {
  const { result } = setUp([new RunnerConflict('The credential of this runner was revoked')]);
  await expect(result).rejects.toThrow(
    'http://ci rejects the credential of this runner: it was revoked',
  );
});
