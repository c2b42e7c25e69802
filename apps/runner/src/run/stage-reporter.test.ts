import type { Stage } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import { ServerRefusal } from '../shared/server-refusal.ts';
import { StageControl } from './stage-control.ts';
import { StageReporter } from './stage-reporter.ts';

const away = new ServerRefusal(503, 'The object store is away: no answer in time');
const file = {
  kind: 'artifact' as const,
  path: 'a',
  size: 1,
  async *read() {
    yield Uint8Array.of(1);
  },
};

/** A reporter whose uploads fail, each after a minute. */
function createReporter(failures: number) {
  let nowSec = 1000;
  let tries = 0;
  const control = new StageControl();
  const sendFile: RunnerApi['sendFile'] = async () => {
    nowSec += 60;
    tries += 1;
    if (tries <= failures) throw away;
  };
  const reporter = new StageReporter({
    api: { sendFile } as RunnerApi,
    stage: { id: 7 } as Stage,
    control,
    clock: { ...systemClock, nowSec: () => nowSec, wait: async () => {} },
    logger: createLogger('silent'),
    draining: new AbortController().signal,
  });
  return { reporter, control, countTries: () => tries };
}

it('repeats the upload of a file while the object store is away', async () => {
  const { reporter, control, countTries } = createReporter(3);
  expect(await reporter.sendFile(1, file, control.stopped)).toBeUndefined();
  expect(countTries()).toBe(4);
});

it('continues without a file if the object store hangs', async () => {
  const { reporter, control, countTries } = createReporter(Number.POSITIVE_INFINITY);
  expect(await reporter.sendFile(1, file, control.stopped)).toContain('The object store is away');
  expect(countTries()).toBe(5);
  expect(control.lost.aborted).toBe(false);
});
