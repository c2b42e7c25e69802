import { QueueService } from '../src/features/queue/queue-service.ts';
import type { TestServer } from './test-server.ts';

/** Creates a queue over the stages of a server, without the state of the server's own queue. */
export function queueOf({ core, ports }: Pick<TestServer, 'core' | 'ports'>): QueueService {
  return new QueueService({
    ...core,
    listRunners: (open) => ports.runnersFor(open),
    findPlace: () => core.servers.findPlace(),
  });
}
