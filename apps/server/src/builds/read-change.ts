import { isFinished } from '@millrace/contract/vocabulary';
import type { BuildChanged } from '../shared/bus.ts';
import type { ChangeNotice } from './build-changes-store.ts';
import type { BuildStore } from './build-store.ts';
import type { StageStore } from './stage-store.ts';

/** Reads a missed change from the current build. The result covers all changes since. */
export function createChangeReader(builds: BuildStore, stages: StageStore) {
  return async ({ id, repoId, buildId }: ChangeNotice): Promise<BuildChanged | undefined> => {
    const build = await builds.findById(buildId);
    if (!build) return undefined;
    const { version, status } = build;
    const steps = await stages.listSteps((await stages.list(buildId)).map((stage) => stage.id));
    const ended = steps.filter((step) => isFinished(step.status)).map((step) => step.id);
    return { id, repoId, buildId, version, status, endedSteps: ended, freesQueue: true };
  };
}
