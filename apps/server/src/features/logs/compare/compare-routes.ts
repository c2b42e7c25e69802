import { compareLogs } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { BuildReadModel } from '../../../builds/read/build-read-model.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import type { LogStore } from '../log-store.ts';
import { callerOf } from '../scan/caller-of.ts';
import type { LogScanner } from '../scan/log-scanner.ts';
import { compareStepLogs } from './compare-logs.ts';

interface Deps {
  logs: LogStore;
  scanner: LogScanner;
  buildReadModel: Pick<BuildReadModel, 'listSteps'>;
}

export function registerLogComparisonRoutes(routes: ApiRoutes, deps: Deps): void {
  const { logs, scanner, buildReadModel } = deps;
  routes.repo(compareLogs, async ({ repo, params, query, viewer, request }) => {
    const { build, stage, step } = params;
    const steps = await buildReadModel.listSteps(repo.id, build);
    const here = steps?.find((each) => each.stage === stage && each.step === step);
    if (!here) throw missing();
    const other = Number(query.with);
    const there = (await buildReadModel.listSteps(repo.id, other))?.find(
      (each) => each.stageName === here.stageName && each.stepName === here.stepName,
    );
    if (!there) {
      throw missing(`Build ${other} has no step "${here.stepName}" in a stage "${here.stageName}"`);
    }
    const sides = { here: { ...here, build }, there: { ...there, build: other } };
    return compareStepLogs({ logs, scanner }, sides, callerOf(viewer, request));
  });
}
