import { listRunners } from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Ports } from '../../ports.ts';
import { toRunnerJson } from './runner-mapper.ts';

export function registerKnownRunnerRoutes(
  routes: ApiRoutes,
  ports: Pick<Ports, 'listKnownRunners'>,
): void {
  routes.session(listRunners, async () => (await ports.listKnownRunners()).map(toRunnerJson));
}
