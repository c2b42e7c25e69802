import type { KnownRunner } from '@millrace/build-rules';
import {
  forgetRunner,
  listRunnerSummaries,
  listRunners,
  setRunnerState,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { RunnerAdministration } from './runner-administration.ts';
import { toRunnerJson } from './runner-mapper.ts';

export function registerKnownRunnerRoutes(
  routes: ApiRoutes,
  listConnected: () => Promise<KnownRunner[]>,
  administration: RunnerAdministration,
): void {
  routes.session(listRunners, async () => (await listConnected()).map(toRunnerJson));
  routes.session(listRunnerSummaries, () => administration.list());
  routes.session(setRunnerState, async ({ params, body }) => {
    await administration.setState(params.runner, body.state);
    return undefined;
  });
  routes.session(forgetRunner, async ({ params }) => {
    await administration.forget(params.runner);
    return undefined;
  });
}
