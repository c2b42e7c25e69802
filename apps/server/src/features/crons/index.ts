import type { CreateFeature } from '../../feature.ts';
import { registerCronRoutes } from './cron-routes.ts';
import { CronScheduler } from './cron-scheduler.ts';
import { CronService } from './cron-service.ts';
import { CronStore } from './cron-store.ts';

/** Cron jobs: builds on a schedule. */
export const crons: CreateFeature = (core, ports) => {
  const store = new CronStore(core.db);
  const service = new CronService({ ...core, crons: store, ports });
  const scheduler = new CronScheduler({
    ...core,
    crons: store,
    start: (cron, finish) => service.startRun(cron, finish),
  });
  return {
    owns: ['crons'],
    ports: { importCron: async (cron) => (await store.insert(cron)) !== undefined },
    namespaceData: {
      list: async (db, namespace) => ({ crons: await new CronStore(db).listNames(namespace) }),
    },
    addRoutes: ({ api }) => registerCronRoutes(api, service, ports),
    jobs: { crons: scheduler },
  };
};
