import { QueueService } from '../src/features/queue/queue-service.ts';
import { StageRightsReader } from '../src/features/queue/stage-rights.ts';
import { askAll } from '../src/shared/ask.ts';
import type { TestServer } from './test-server.ts';

/** Creates a queue over the stages of a server, without the state of the server's own queue. */
export function queueOf({ core, features }: Pick<TestServer, 'core' | 'features'>): QueueService {
  return new QueueService({
    ...core,
    raiseSec: core.config.queue.raiseMinutes * 60,
    contributed: features.contributed,
    rights: new StageRightsReader(features.contributed),
    listRunners: async (open) => (await askAll(features.contributed.connectedRunners, open)).flat(),
    findPosition: () => core.servers.findPosition(),
  });
}
