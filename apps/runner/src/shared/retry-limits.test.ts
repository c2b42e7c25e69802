import { expect, it } from 'vitest';
import { maxRetryMs } from './retry-limits.ts';
import { ServerRefusal, UnreadableAnswer } from './server-refusal.ts';

it.each([
  [new Error('The server cannot be reached'), 60, 2],
  [new ServerRefusal(503, ''), 60, 2],
  [new ServerRefusal(429, ''), 60, 2],
  [new ServerRefusal(500, ''), 5, 0.5],
  [new ServerRefusal(404, ''), 5, 0.5],
  [new UnreadableAnswer('/stage', null), 5, 0.5],
])(
  '%s is retried for %d minutes, and for %d while the runner stops',
  (error, running, draining) => {
    expect(maxRetryMs(error, false)).toBe(running * 60_000);
    expect(maxRetryMs(error, true)).toBe(draining * 60_000);
  },
);
