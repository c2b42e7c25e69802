import type { Context } from '../src/context.ts';
import { QueueService } from '../src/features/queue/queue-service.ts';

/** A queue over the stages of a server, which knows nothing of what the server has offered. */
export function queueOf({ core, ports }: Pick<Context, 'core' | 'ports'>): QueueService {
  return new QueueService({
    ...core,
    listRunners: (open) => ports.runnersFor(open),
    findPlace: () => core.servers.findPlace(),
  });
}
