import type { StepFiles } from '@millrace/contract/pipeline';
import type { ContainerSpec } from '../engines/engine.ts';

export type Environment = Record<string, string>;

export interface PlannedStep {
  /** Counts from 1 over the steps that belong to this build. */
  number: number;
  name: string;
  commands: string[];
  /** Run in place of the commands after a failure of the network or the server; without them there is no retry. */
  retryCommands?: string[];
  environment: Environment;
  /** Undefined for the step that fetches the sources. */
  container?: ContainerSpec;
  /** Names of the steps that must end first, or have started where they are detached. */
  dependsOn: string[];
  runsOnSuccess: boolean;
  runsOnFailure: boolean;
  ignoresFailure: boolean;
  /** True for services and detached steps: the stage goes on once it runs, and ends it. */
  isDetached: boolean;
  /** Undefined for the step that fetches the sources. */
  files?: StepFiles;
}

export interface StagePlan {
  steps: PlannedStep[];
}

/** The pipeline cannot be carried out; the message is for the people who wrote it. */
export class PlanError extends Error {
  override name = 'PlanError';
}
