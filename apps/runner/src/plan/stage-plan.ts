export type Environment = Record<string, string>;

export interface PlannedStep {
  /** Counts from 1 over the steps that belong to this build. */
  number: number;
  name: string;
  commands: string[];
  environment: Environment;
  /** Names of the steps that must end first. */
  dependsOn: string[];
  runsOnSuccess: boolean;
  runsOnFailure: boolean;
  ignoresFailure: boolean;
}

export interface StagePlan {
  steps: PlannedStep[];
}

/** The pipeline cannot be carried out; the message is for the people who wrote it. */
export class PlanError extends Error {
  override name = 'PlanError';
}
