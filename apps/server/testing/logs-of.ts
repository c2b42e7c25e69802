import { LogCache } from '../src/features/logs/log-cache.ts';
import { LogObjects } from '../src/features/logs/log-objects.ts';
import { LogStore } from '../src/features/logs/log-store.ts';
import { StepLogs } from '../src/features/logs/step-logs.ts';
import type { TestServer } from './test-server.ts';

/** Creates the log services of a server, with a cache of their own. */
export function logsOf({ core }: Pick<TestServer, 'core'>) {
  const cache = new LogCache();
  const logs = new LogStore(core.db, cache, new LogObjects(core.objectStore));
  return { logs, stepLogs: new StepLogs({ ...core, logs, cache }) };
}
