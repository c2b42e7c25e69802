import type { Clock } from '@millrace/node-kit/clock';
import { buildsPort } from '../src/features/builds/port.ts';
import { CronScheduler } from '../src/features/crons/cron-scheduler.ts';
import { CronService } from '../src/features/crons/cron-service.ts';
import { CronStore } from '../src/features/crons/cron-store.ts';
import type { TestServer } from './test-server.ts';

/** Creates the cron service of a server, for tests that run cron jobs themselves. */
export function cronsOf({ core, ask, features }: Pick<TestServer, 'core' | 'ask' | 'features'>) {
  const crons = new CronStore(core.db);
  const cronService = new CronService({
    ...core,
    crons,
    buildsPort: ask(buildsPort),
    contributed: features.contributed,
  });
  const createScheduler = (clock: Clock) =>
    new CronScheduler({
      ...core,
      clock,
      crons,
      start: (run, finish) => cronService.startRun(run, finish),
      announceFailed: (run) => cronService.announceFailed(run),
    }).runs;
  return { crons, cronService, createScheduler };
}
