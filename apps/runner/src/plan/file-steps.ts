import {
  artifactStepName,
  cacheStepNames,
  type Pipeline,
  type PipelineStep,
} from '@millrace/pipeline';
import type { ContainerSpec } from '../engines/engine.ts';
import { cacheFoldersOf } from './cache-folders.ts';
import { addedStepRules, type Environment, type PlannedStep } from './stage-plan.ts';

type UnnumberedStep = Omit<PlannedStep, 'number'>;

interface FileSteps {
  /** Steps between the clone and all others, in their order. */
  before: UnnumberedStep[];
  /** Steps after all others. */
  after: UnnumberedStep[];
}

/** Plans the steps around all others that download artifacts, and restore and store the caches of the pipeline. */
export function planFileSteps(
  { type, caches, artifactsFrom }: Pick<Pipeline, 'type' | 'caches' | 'artifactsFrom'>,
  {
    steps,
    cloneName,
    environment,
  }: {
    steps: readonly PipelineStep[];
    cloneName: string | undefined;
    /** For the keys of caches. */
    environment: Environment;
  },
): FileSteps {
  const [first] = steps;
  if (!first) return { before: [], after: [] };
  const container = withoutAccess(first);
  const plan = (
    name: string,
    dependsOn: string[],
    work: Pick<PlannedStep, 'fileWork' | 'caches' | 'artifactsFrom'>,
  ): UnnumberedStep => ({
    name,
    commands: [],
    environment,
    container: { ...container, cacheFolders: cacheFoldersOf({ type, caches }, []) },
    dependsOn,
    ...addedStepRules,
    takesOutputs: true,
    ...work,
  });
  const clone = cloneName === undefined ? [] : [cloneName];
  const download =
    artifactsFrom.length > 0
      ? [plan(artifactStepName, clone, { fileWork: 'download', artifactsFrom })]
      : [];
  if (caches.length === 0) return { before: download, after: [] };
  const prepared = download.length > 0 ? [artifactStepName] : clone;
  const waitedFor = steps.filter(({ detach }) => !detach).map(({ name }) => name);
  return {
    before: [...download, plan(cacheStepNames.restore, prepared, { fileWork: 'restore', caches })],
    after: [plan(cacheStepNames.save, waitedFor, { fileWork: 'save', caches })],
  };
}

/** Returns the container through which the workspace is read. It is never started. */
function withoutAccess(step: PipelineStep): ContainerSpec {
  return { ...step, detach: false, privileged: false, volumes: [], networkMode: '' };
}
