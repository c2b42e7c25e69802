import { type ConditionFacts, matchingGroups, runsOnStatus } from './conditions.ts';
import type { Pipeline, RetryPolicy } from './pipeline.ts';
import { createStepOver } from './step-over.ts';
import type { ManualPermission } from './vocabulary.ts';

/** Status of a stage that has not started. */
export type PlannedStatus = 'pending' | 'waiting_on_dependencies' | 'blocked';

/** A stage of a new build. */
export interface PlannedStage {
  number: number;
  name: string;
  kind: string;
  type: string;
  os: string;
  arch: string;
  variant: string;
  kernel: string;
  /** Labels that its runner must have. */
  labels: Record<string, string>;
  status: PlannedStatus;
  dependsOn: string[];
  onSuccess: boolean;
  onFailure: boolean;
  /** Maximum number of running stages of this name; 0 is no limit. */
  concurrency: number;
  ignoresFailure: boolean;
  /** Permission of people who may start the stage; empty for a stage that starts by itself. */
  manual: ManualPermission | '';
  isInterruptible: boolean;
  retry: RetryPolicy;
  /**
   * Name of its pipeline if outputs decide the values of its matrix. Until then, this one stage stands for those of the
   * combinations. Empty for all other stages.
   */
  matrixOf: string;
}

/**
 * Returns the stages of a build: the pipelines whose trigger matches, numbered from 1 in file order. If a
 * pipeline depends on one that is not part of the build, it depends on the dependencies of that one.
 */
export function planStages(pipelines: readonly Pipeline[], facts: ConditionFacts): PlannedStage[] {
  const matching = pipelines
    .map((pipeline) => ({ pipeline, trigger: matchingGroups(pipeline.trigger, facts) }))
    .filter(({ trigger }) => trigger.length > 0);
  const included = new Set(matching.map(({ pipeline }) => pipeline.name));
  const stepOver = createStepOver(pipelines, (name) => included.has(name));
  return matching.map(({ pipeline, trigger }, index) => {
    const dependsOn = stepOver(pipeline.dependsOn);
    const isOpen = pipeline.matrixSources.length > 0;
    return {
      number: index + 1,
      name: pipeline.name,
      kind: pipeline.kind,
      type: pipeline.type,
      os: pipeline.platform.os,
      arch: pipeline.platform.arch,
      variant: pipeline.platform.variant,
      kernel: pipeline.platform.version,
      labels: pipeline.node,
      status: dependsOn.length > 0 || isOpen ? 'waiting_on_dependencies' : 'pending',
      dependsOn,
      onSuccess: runsOnStatus(trigger, 'success'),
      onFailure: runsOnStatus(trigger, 'failure'),
      concurrency: pipeline.concurrency,
      ignoresFailure: pipeline.ignoresFailure,
      manual: pipeline.manual,
      isInterruptible: pipeline.isInterruptible,
      retry: pipeline.retry,
      matrixOf: isOpen ? pipeline.name : '',
    };
  });
}

/** Returns the stages with the status `blocked`, waiting for approval. */
export function toBlockedStages(stages: readonly PlannedStage[]): PlannedStage[] {
  return stages.map((stage) => ({ ...stage, status: 'blocked' }));
}
