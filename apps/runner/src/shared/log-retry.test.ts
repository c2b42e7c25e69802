import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, vi } from 'vitest';
import { logRetry } from './log-retry.ts';
import { ServerRefusal } from './server-refusal.ts';

const stopping = new ServerRefusal(503, 'The server is stopping', 'stopping');

it.each([
  ['info', stopping],
  ['warn', new ServerRefusal(503, 'The object store is away')],
  ['warn', new Error('The server cannot be reached')],
] as const)('logs with the level %s: %s', (level, error) => {
  const logger = createLogger('silent');
  const log = vi.spyOn(logger, level);
  logRetry(logger, error, 'retrying', { stageId: 1 });
  expect(log).toHaveBeenCalledWith({ stageId: 1, error: error.message }, 'retrying');
});
