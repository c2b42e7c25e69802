import { type CacheDeclaration, cacheStepNames, type PipelineStep } from '@millrace/pipeline';
import type { ContainerSpec } from '../engines/engine.ts';
import { cacheFoldersOf } from './cache-folders.ts';
import type { Environment, PlannedStep } from './stage-plan.ts';

type UnnumberedStep = Omit<PlannedStep, 'number'>;

/** Plans the steps around all others that restore and store the caches of the pipeline. */
export function planCacheSteps(
  caches: CacheDeclaration[],
  {
    type,
    steps,
    cloneName,
    environment,
  }: {
    type: string;
    steps: readonly PipelineStep[];
    cloneName: string | undefined;
    /** For the keys. */
    environment: Environment;
  },
): { restore: UnnumberedStep; save: UnnumberedStep } | undefined {
  const [first] = steps;
  if (caches.length === 0 || !first) return undefined;
  const plan = (cacheWork: keyof typeof cacheStepNames, dependsOn: string[]): UnnumberedStep => ({
    name: cacheStepNames[cacheWork],
    commands: [],
    environment,
    container: { ...withoutAccess(first), cacheFolders: cacheFoldersOf({ type, caches }, []) },
    dependsOn,
    runsOnSuccess: true,
    runsOnFailure: false,
    runsOnKill: false,
    ignoresFailure: false,
    isDetached: false,
    timeoutSec: 0,
    takesOutputs: true,
    caches,
    cacheWork,
  });
  const waitedFor = steps.filter(({ detach }) => !detach).map(({ name }) => name);
  return {
    restore: plan('restore', cloneName === undefined ? [] : [cloneName]),
    save: plan('save', waitedFor),
  };
}

/** Returns the container through which the workspace is read. It is never started. */
function withoutAccess(step: PipelineStep): ContainerSpec {
  return { ...step, detach: false, privileged: false, volumes: [], networkMode: '' };
}
