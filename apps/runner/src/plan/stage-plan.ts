import type {
  ArtifactRule,
  ArtifactSource,
  CacheDeclaration,
  Conditions,
  StepFiles,
} from '@millrace/pipeline';
import type { ContainerSpec } from '../engines/engine.ts';

export type Environment = Record<string, string>;

/** Returns the value of an output by its name; undefined if there is none. */
export type OutputValue = (name: string) => string | undefined;

export interface PlannedStep {
  /** Counts from 1 over the steps that this build runs. */
  number: number;
  name: string;
  commands: string[];
  /** Commands of a retry after a network or server failure; if absent, the step is not retried. */
  retryCommands?: string[];
  environment: Environment;
  /** Returns the variables of settings that contain outputs of earlier steps; absent if there are none. */
  settingsWith?: (outputValue: OutputValue) => Environment;
  /** Describes the variables and settings that lack a secret, for the log; absent if there are none. */
  missingSecrets?: string[];
  /** Undefined for the clone step. */
  container?: ContainerSpec;
  /** Names of steps that must finish first, or start if they are detached. */
  dependsOn: string[];
  runsOnSuccess: boolean;
  runsOnFailure: boolean;
  /** Conditions that are matched again when the step starts, because some depend on outputs. */
  when?: Conditions;
  /** Whether the step runs after a cancel or a timeout of the stage. */
  runsOnKill: boolean;
  ignoresFailure: boolean;
  /** Number of further tries after a failure of the step itself. */
  retries?: number;
  /**
   * True for services and detached steps: the stage waits only for their start, and stops them when it
   * finishes.
   */
  isDetached: boolean;
  /** Maximum time in seconds; 0 means that of the stage. */
  timeoutSec: number;
  /** Whether the step gets the outputs of earlier steps and stages. */
  takesOutputs: boolean;
  /** Why no terminal may be opened in the environment of the step; absent if one may. */
  noTerminal?: string;
  /** True if the stage fails when the step ends before the others: a service that must be ready. */
  isRequired?: boolean;
  /** Undefined for the clone step. */
  files?: StepFiles;
  artifactRule?: ArtifactRule;
  /** Caches to restore before the first command, and to store after a success. */
  caches?: CacheDeclaration[];
  /** Artifacts of other stages to download. */
  artifactsFrom?: ArtifactSource[];
  /** Set for the steps that run no commands: they download these artifacts, or restore or store these caches. */
  fileWork?: 'download' | 'restore' | 'save';
}

/** When the steps run that a stage has beside those of its file, such as the clone: after a success, until they end. */
export const addedStepRules = {
  runsOnSuccess: true,
  runsOnFailure: false,
  runsOnKill: false,
  ignoresFailure: false,
  isDetached: false,
  timeoutSec: 0,
} satisfies Partial<PlannedStep>;

/** Returns what the engine needs of a step, in addition to its variables. */
export function specOf({ number, name, commands, container }: PlannedStep) {
  return { number, name, commands, container, gracePeriodSec: container?.gracePeriodSec };
}

/** Returns whether later steps and stages may get variables of the step. */
export function canHaveOutputs({ container, isDetached, fileWork }: PlannedStep): boolean {
  return container !== undefined && !isDetached && !fileWork;
}

export interface StagePlan {
  steps: PlannedStep[];
}

/** Thrown if the pipeline cannot run. The message is shown to the author of the file. */
export class PlanError extends Error {
  override name = 'PlanError';
}
