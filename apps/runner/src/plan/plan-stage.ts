import {
  type ConditionFacts,
  matchConditions,
  type Pipeline,
  type PipelineStep,
  runsOnStatus,
} from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
import { cloneStepName, planCloneStep } from './clone-step.ts';
import { baseEnvironment, type EnvironmentInput } from './environment.ts';
import { fillSecrets } from './fill-secrets.ts';
import { orderSteps } from './order-steps.ts';
import { PlanError, type PlannedStep, type StagePlan } from './stage-plan.ts';

export interface PlanInput extends EnvironmentInput {
  pipeline: Pipeline;
}

/** What the stage does, in order: the clone, then the steps whose `when` fits this build. */
export function planStage(input: PlanInput): StagePlan {
  const { details, pipeline } = input;
  const drone = baseEnvironment(input);
  const fill = (environment: PipelineStep['environment']) =>
    fillSecrets(environment, details.secrets);
  const own = fill(pipeline.environment);
  const shared = { ...details.build.params, ...own, ...drone };
  const facts = conditionFacts(details);
  const clone = pipeline.clone.disable
    ? []
    : [planCloneStep(details, pipeline.clone.depth, { ...own, ...drone })];
  if (clone.length > 0 && pipeline.steps.some((step) => step.name === cloneStepName)) {
    throw new PlanError('A step may be named "clone" only with "clone: { disable: true }"');
  }
  const isKept = (step: PipelineStep) => matchConditions(step.when, facts);
  const ordered = orderSteps(pipeline.steps, isKept, clone.length > 0 ? cloneStepName : undefined);
  const steps = ordered.map(({ step, dependsOn }) => ({
    ...planStep(step, dependsOn),
    environment: { ...shared, DRONE_STEP_NAME: step.name, ...fill(step.environment) },
  }));
  return { steps: [...clone, ...steps].map(numberStep) };
}

type UnnumberedStep = Omit<PlannedStep, 'number'>;

function planStep(step: PipelineStep, dependsOn: string[]): Omit<UnnumberedStep, 'environment'> {
  return {
    name: step.name,
    commands: step.commands,
    dependsOn,
    runsOnSuccess: runsOnStatus(step.when, 'success'),
    runsOnFailure: runsOnStatus(step.when, 'failure'),
    ignoresFailure: step.ignoresFailure,
  };
}

function numberStep(step: UnnumberedStep, index: number): PlannedStep {
  const number = index + 1;
  return { ...step, number, environment: { ...step.environment, DRONE_STEP_NUMBER: `${number}` } };
}

function conditionFacts({ build, repo, system }: StageDetails): ConditionFacts {
  return {
    action: build.action,
    branch: build.target,
    cron: build.cron ?? '',
    event: build.event,
    instance: system.host,
    ref: build.ref,
    repo: repo.slug,
    target: build.deploy_to ?? '',
  };
}
