import { listQueue, pauseQueue, readQueue, resumeQueue } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Ports } from '../../ports.ts';
import type { QueuePageReader } from './queue-page.ts';
import type { QueueService } from './queue-service.ts';

export function registerQueueRoutes(
  routes: ApiRoutes,
  queue: QueueService,
  page: QueuePageReader,
  ports: Pick<Ports, 'stageJson'>,
): void {
  routes.session(listQueue, async () => {
    const { open, waiting } = await queue.listWaiting();
    // Existing clients expect no stages that wait for an approval or for others.
    const listed = open.filter(({ status }) => status === 'pending' || status === 'running');
    return listed.map((stage) => ports.stageJson(stage, waiting.get(stage.id)));
  });
  routes.session(readQueue, ({ query }) => page.read(query));
  routes.session(resumeQueue, async () => {
    await queue.resume();
    return undefined;
  });
  routes.session(pauseQueue, async () => {
    await queue.pause();
    return undefined;
  });
}
