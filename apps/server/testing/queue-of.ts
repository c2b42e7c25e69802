import { QueueService } from '../src/features/queue/queue-service.ts';
import type { TestServer } from './test-server.ts';

/** A queue over the stages of a server, which knows nothing of what the server has offered. */
export function queueOf({ core, ports }: Pick<TestServer, 'core' | 'ports'>): QueueService {
  return new QueueService({
    ...core,
    listRunners: (open) => ports.runnersFor(open),
    findPlace: () => core.servers.findPlace(),
  });
}
