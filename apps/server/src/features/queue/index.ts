import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { expireWaiting } from './expire-waiting.ts';
import { measureDemand } from './measure-demand.ts';
import { QueuePageReader } from './queue-page.ts';
import { registerQueueRoutes } from './queue-routes.ts';
import { QueueService } from './queue-service.ts';

/** The queue: assigns unfinished stages to runners, and explains why a stage waits. */
export const queue: CreateFeature = (core, ports) => {
  const service = new QueueService({
    ...core,
    listRunners: (open) => ports.runnersFor(open),
    findPlace: () => core.servers.findPlace(),
  });
  return {
    ports: {
      offerStage: (filter) => service.offerNext(filter),
      claimStage: (stageId, claim) => service.claim(stageId, claim),
      explainWaiting: (stages, maxAgeMs) => service.explainWaiting(stages, maxAgeMs),
      listWaiting: () => service.listWaiting(),
      measureDemand: (open, waiting) => measureDemand(open, waiting, core.clock.nowSec()),
    },
    jobs: {
      expireWaiting: new RepeatedJob({
        ...core,
        everyMs: 60_000,
        failure: 'The check for stages that wait too long failed',
        work: (stopped) =>
          expireWaiting(
            {
              ...core,
              maxWaitHours: core.config.queue.maxWaitHours,
              isPaused: () => service.isPaused(),
            },
            stopped,
          ),
      }),
    },
    addRoutes: ({ api }) =>
      registerQueueRoutes(api, {
        queue: service,
        page: new QueuePageReader(core.db, service),
        ports,
        isDemandOpen: core.config.metrics === 'everyone',
      }),
  };
};
