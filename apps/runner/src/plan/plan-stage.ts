import {
  type ConditionFacts,
  cloneStepName,
  type EnvironmentValue,
  type Pipeline,
  type PipelineStep,
  runPolicy,
} from '@millrace/contract/pipeline';
import type { StageDetails } from '@millrace/contract/runner';
import { planCloneStep } from './clone-step.ts';
import { isFact, withoutFacts } from './environment.ts';
import { fillSecrets, type SecretValue } from './fill-secrets.ts';
import { netrcEnvironment } from './netrc-environment.ts';
import { orderSteps } from './order-steps.ts';
import { pluginEnvironment } from './plugin-environment.ts';
import { isPrivilegedPlugin } from './privileged-plugins.ts';
import { type Environment, PlanError, type PlannedStep, type StagePlan } from './stage-plan.ts';

export interface PlanInput {
  details: StageDetails;
  pipeline: Pipeline;
  /** Its services and steps whose `when` fits this build. */
  kept: ReadonlySet<PipelineStep>;
  /** The variables that every step of the stage gets. */
  environment: Environment;
  secretValue: SecretValue;
}

/** What the stage does: the clone, then the services and steps whose `when` fits this build. */
export function planStage(input: PlanInput): StagePlan {
  const { details, pipeline, kept, environment, secretValue } = input;
  const own = fillSecrets(withoutEmptyTexts(pipeline, pipeline.environment), secretValue);
  // Of containers the clone is the only step on the host: git and its shell do there what variables say.
  const ofClone = pipeline.type === 'exec' ? { ...own, ...environment } : environment;
  const clone = pipeline.clone.disable
    ? []
    : [planCloneStep(details, pipeline.clone.depth, ofClone)];
  if (clone.length > 0 && pipeline.steps.some((step) => step.name === cloneStepName)) {
    throw new PlanError('A step may be named "clone" only with "clone: { disable: true }"');
  }
  const ordered = orderSteps({
    services: pipeline.services,
    steps: pipeline.steps,
    isKept: (step) => kept.has(step),
    cloneName: clone.length > 0 ? cloneStepName : undefined,
  });
  const params = withoutFacts(withoutEmptyTexts(pipeline, details.build.params ?? {}));
  const shared = { ...params, ...own, ...environment };
  const fixed = Object.fromEntries(Object.entries(environment).filter(([name]) => isFact(name)));
  const access = pipeline.type === 'exec' ? {} : netrcEnvironment(details);
  const isPrivileged = (step: PipelineStep) => {
    const variables = [params, own, step.environment].flatMap((some) => Object.keys(some));
    const isTrusted = details.repo.trusted;
    return step.privileged || isPrivilegedPlugin({ step, pipeline, variables, isTrusted });
  };
  const steps = ordered.map(({ step, dependsOn }) => ({
    ...planStep({ ...step, privileged: isPrivileged(step) }, dependsOn),
    environment: {
      ...shared,
      ...stepEnvironment(pipeline, step, secretValue),
      ...fixed,
      ...access,
      DRONE_STEP_NAME: step.name,
    },
  }));
  return { steps: [...clone, ...steps].map(numberStep) };
}

type UnnumberedStep = Omit<PlannedStep, 'number'>;

function planStep(step: PipelineStep, dependsOn: string[]): Omit<UnnumberedStep, 'environment'> {
  const policy = runPolicy(step.when);
  return {
    name: step.name,
    commands: step.commands,
    container: step,
    dependsOn,
    runsOnSuccess: policy !== 'on_failure',
    runsOnFailure: policy !== 'on_success',
    ignoresFailure: step.ignoresFailure,
    isDetached: step.detach,
    files: step.files,
  };
}

function stepEnvironment(
  pipeline: Pipeline,
  { settings, environment }: PipelineStep,
  secretValue: SecretValue,
): Environment {
  return {
    ...pluginEnvironment(settings, secretValue),
    ...fillSecrets(withoutEmptyTexts(pipeline, environment), secretValue),
  };
}

/** Existing runners set no variable of a container to an empty text, but for that of a secret. */
function withoutEmptyTexts<Value extends EnvironmentValue>(
  { type }: Pipeline,
  environment: Record<string, Value>,
): Record<string, Value> {
  if (type === 'exec') return environment;
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

function numberStep(step: UnnumberedStep, index: number): PlannedStep {
  const number = index + 1;
  return { ...step, number, environment: { ...step.environment, DRONE_STEP_NUMBER: `${number}` } };
}

/** What the conditions of steps are compared with. */
export function conditionFacts({
  build,
  repo,
  system,
  changedPaths,
}: StageDetails): ConditionFacts {
  return {
    action: build.action,
    branch: build.target,
    cron: build.cron ?? '',
    event: build.event,
    instance: system.host,
    paths: changedPaths,
    ref: build.ref,
    repo: repo.slug,
    target: build.deploy_to ?? '',
  };
}
