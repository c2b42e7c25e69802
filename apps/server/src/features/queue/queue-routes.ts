import { toStageJson } from '@millrace/build-host/builds/build-mapper';
import {
  listQueue,
  pauseQueue,
  readQueue,
  readQueueDemand,
  resumeQueue,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { QueuePort } from './port.ts';
import type { QueuePageReader } from './queue-page.ts';
import type { QueueService } from './queue-service.ts';

interface Deps {
  queue: QueueService;
  page: QueuePageReader;
  measureDemand: QueuePort['measureDemand'];
  /** Whether everyone may read the demand, as the metrics. */
  isDemandOpen: boolean;
}

export function registerQueueRoutes(
  routes: ApiRoutes,
  { queue, page, measureDemand, isDemandOpen }: Deps,
): void {
  routes.session(listQueue, async () => {
    const { open, waiting } = await queue.listWaiting();
    // Existing clients expect no stages that wait for an approval or for others.
    const listed = open.filter(({ status }) => status === 'pending' || status === 'running');
    return listed.map((stage) => toStageJson(stage, undefined, waiting.get(stage.id)));
  });
  routes.session(readQueue, ({ query }) => page.read(query));
  routes.monitor(readQueueDemand, isDemandOpen, async () => {
    const { open, waiting } = await queue.listWaiting();
    return measureDemand(open, waiting);
  });
  routes.session(resumeQueue, async () => {
    await queue.resume();
    return undefined;
  });
  routes.session(pauseQueue, async () => {
    await queue.pause();
    return undefined;
  });
}
