import type { Clock } from '@millrace/node-kit/clock';
import { CronScheduler } from '../src/features/crons/cron-scheduler.ts';
import { CronService } from '../src/features/crons/cron-service.ts';
import { CronStore } from '../src/features/crons/cron-store.ts';
import type { TestServer } from './test-server.ts';

/** Creates the cron service of a server, for tests that run cron jobs themselves. */
export function cronsOf({ core, ports }: Pick<TestServer, 'core' | 'ports'>) {
  const crons = new CronStore(core.db);
  const cronService = new CronService({ ...core, crons, ports });
  const createScheduler = (clock: Clock) =>
    new CronScheduler({
      ...core,
      clock,
      crons,
      start: (run, finish) => cronService.startRun(run, finish),
    });
  return { crons, cronService, createScheduler };
}
