import { listRunners } from '@millrace/contract/api';
import type { KnownRunner } from '../../domain/waiting.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toRunnerJson } from './runner-mapper.ts';

export function registerKnownRunnerRoutes(
  routes: ApiRoutes,
  listKnown: () => Promise<KnownRunner[]>,
): void {
  routes.session(listRunners, async () => (await listKnown()).map(toRunnerJson));
}
