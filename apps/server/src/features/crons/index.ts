import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { buildsPort } from '../builds/port.ts';
import { registerCronRoutes } from './cron-routes.ts';
import { CronScheduler } from './cron-scheduler.ts';
import { CronService } from './cron-service.ts';
import { CronStore } from './cron-store.ts';

/** Cron jobs: builds on a schedule. */
export const crons: CreateFeature = (core, ask, contributed) => {
  const store = new CronStore(core.db);
  const service = new CronService({
    ...core,
    crons: store,
    buildsPort: ask(buildsPort),
    contributed,
  });
  const scheduler = new CronScheduler({
    ...core,
    crons: store,
    start: (cron, finish) => service.startRun(cron, finish),
    announceFailed: (run) => service.announceFailed(run),
  });
  return {
    owns: { crons: byPeople },
    imports: { cron: async (cron) => (await store.insert(cron)) !== undefined },
    namespaceData: {
      list: async (db, namespace) => ({ crons: await new CronStore(db).listNames(namespace) }),
    },
    addRoutes: ({ api }) => registerCronRoutes(api, service, core),
    jobs: { crons: scheduler.runs },
  };
};
