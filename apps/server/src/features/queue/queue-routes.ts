import { listQueue, pauseQueue, resumeQueue, type Stage } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { QueueService } from './queue-service.ts';

export function registerQueueRoutes(
  routes: ApiRoutes,
  queue: QueueService,
  listStages: () => Promise<Stage[]>,
): void {
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
