import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { askAll } from '../../shared/ask.ts';
import { expireWaiting } from './expire-waiting.ts';
import { measureDemand } from './measure-demand.ts';
import { type QueuePort, queuePort } from './port.ts';
import { QueuePageReader } from './queue-page.ts';
import { registerQueueRoutes } from './queue-routes.ts';
import { QueueService } from './queue-service.ts';
import { StageRightsReader } from './stage-rights.ts';

/** The queue: assigns unfinished stages to runners, and explains why a stage waits. */
export const queue: CreateFeature = (core, _ask, contributed) => {
  const service = new QueueService({
    ...core,
    raiseSec: core.config.queue.raiseMinutes * 60,
    contributed,
    rights: new StageRightsReader(contributed),
    listRunners: async (open) => (await askAll(contributed.connectedRunners, open)).flat(),
    findPosition: () => core.servers.findPosition(),
  });
  const measure: QueuePort['measureDemand'] = (open, waiting) =>
    measureDemand(open, waiting, core.clock.nowSec());
  return {
    explainWaiting: (stages, maxAgeMs) => service.explainWaiting(stages, maxAgeMs),
    port: queuePort.answer({
      offerStage: (filter, scope) => service.offerNext(filter, scope),
      claimStage: (stageId, claim, scope) => service.claim(stageId, claim, scope),
      listWaiting: () => service.listWaiting(),
      measureDemand: measure,
    }),
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
              listOpen: () => service.listOpen(),
            },
            stopped,
          ),
      }),
    },
    addRoutes: ({ api }) =>
      registerQueueRoutes(api, {
        queue: service,
        page: new QueuePageReader(core.db, service),
        measureDemand: measure,
        isDemandOpen: core.config.metrics === 'everyone',
      }),
  };
};
