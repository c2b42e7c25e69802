import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import { DatabaseBusyError } from '../shared/errors.ts';
import { WorkLoop } from './work-loop.ts';

it.each([
  ['soon if the database was unavailable', new DatabaseBusyError(), 2000],
  ['later if a retry would probably fail, too', new Error('wrong'), 30_000],
])('checks again %s', async (_, error, waitMs) => {
  const waited = Promise.withResolvers<number>();
  const loop = new WorkLoop({
    clock: {
      ...systemClock,
      wait: (ms, signal) => {
        waited.resolve(ms);
        return new Promise((end) => signal?.addEventListener('abort', () => end()));
      },
    },
    logger: createLogger('silent'),
    listDue: () => Promise.reject(error),
    findNextDue: async () => undefined,
    placeOf: () => 0,
    work: async () => {},
  });
  loop.run();
  expect(await waited.promise).toBe(waitMs);
  await loop.stop();
});
