import {
  listQueue,
  listRunners,
  pauseQueue,
  resumeQueue,
  type Stage,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { QueueService } from './queue-service.ts';
import { toRunnerJson } from './runner-mapper.ts';

export function registerQueueRoutes(
  routes: ApiRoutes,
  queue: QueueService,
  listStages: () => Promise<Stage[]>,
): void {
  routes.session(listRunners, async () => (await queue.listRunners()).map(toRunnerJson));
  routes.session(listQueue, () => listStages());
  routes.session(resumeQueue, async () => {
    await queue.resume();
    return undefined;
  });
  routes.session(pauseQueue, async () => {
    await queue.pause();
    return undefined;
  });
}
