import {
  listQueue,
  pauseQueue,
  resumeQueue,
  type Stage as StageJson,
  type StageWaiting,
} from '@millrace/contract/api';
import type { Stage } from '../../domain/build.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { QueueService } from './queue-service.ts';

export function registerQueueRoutes(
  routes: ApiRoutes,
  queue: QueueService,
  toJson: (stage: Stage, waiting: StageWaiting | undefined) => StageJson,
): void {
  routes.session(listQueue, async () => {
    const { open, waiting } = await queue.listWaiting();
    return open.map((stage) => toJson(stage, waiting.get(stage.id)));
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
