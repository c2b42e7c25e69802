import { createRunnerApi } from '@millrace/contract/runner';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import type { Workspace } from '../../../engines/engine.ts';
import { ManualClock, settle } from '../../../testing/manual-clock.ts';
import { createSmallSecretMask } from '../../logs/secret-mask.ts';
import { OpenTerminals } from './open-terminals.ts';
import { prepareTerminalMask } from './terminal-mask.ts';

const step = {
  id: 7,
  secrets: [],
  maskSecrets: createSmallSecretMask([]),
  spec: { number: 1, name: 'test', commands: [], environment: {} },
};

/** Opens a terminal whose shell prints and ends as the test says, at a server that may be away. */
async function open() {
  const calls: string[] = [];
  const clock = new ManualClock();
  const server = { isAway: false };
  const api = createRunnerApi(async (name, input) => {
    calls.push(`${name} ${'body' in input ? JSON.stringify(input.body) : ''}`);
    if (server.isAway) throw new Error('connect ECONNREFUSED');
    return undefined as never;
  });
  const print = Promise.withResolvers<Uint8Array>();
  const exited = Promise.withResolvers<number>();
  const workspace = {
    openTerminal: async (_: unknown, __: unknown, signal: AbortSignal) => {
      signal.addEventListener('abort', () => exited.resolve(137));
      return { output: outputOf(print.promise, exited.promise), exited: exited.promise };
    },
  } as unknown as Workspace;
  const createMask = await prepareTerminalMask([]);
  const keeping = { api, clock, logger: createLogger('silent'), workspace, createMask };
  const terminals = new OpenTerminals(step, keeping);
  const size = { columns: 80, rows: 24 };
  terminals.carryOut({ open: [{ terminal: 1, size }], close: [], inputs: [] });
  await settle();
  return { calls, clock, server, terminals, print, exited };
}

async function* outputOf(printed: Promise<Uint8Array>, exited: Promise<number>) {
  const first = await Promise.race([printed, exited]);
  if (typeof first !== 'number') yield first;
  await exited;
}

const hello = 'sendTerminalOutput {"position":0,"data":"aGVsbG8="}';

it('reports the exit code of a shell that has ended', async () => {
  const { calls, exited } = await open();
  exited.resolve(4);
  await settle();
  expect(calls).toEqual(['endTerminal {"exit_code":4}']);
});

it('reports no exit code of a shell that it has closed: the server knows the reason', async () => {
  const { calls, terminals } = await open();
  await terminals.close();
  expect(calls).toEqual([]);
});

it('keeps output and end of a shell for a server that is away, as long as the environment exists', async () => {
  const { calls, clock, server, print, exited } = await open();
  server.isAway = true;
  print.resolve(Buffer.from('hello'));
  await settle();
  for (let second = 0; second < 40; second++) await clock.advance(1000);
  expect(new Set(calls)).toEqual(new Set([hello]));
  exited.resolve(0);
  server.isAway = false;
  calls.length = 0;
  await clock.advance(1000);
  expect(calls).toEqual([hello, 'endTerminal {"exit_code":0}']);
});
