import type { StageDetails } from '@millrace/contract/runner';
import {
  cloneStepName,
  createStepOver,
  dependsOnOutputs,
  type EnvironmentValue,
  imageRules,
  type Pipeline,
  type PipelineStep,
  runsOnKill,
  usesOutput,
} from '@millrace/pipeline';
import { cacheFoldersOf } from './cache-folders.ts';
import { planCloneStep } from './clone-step.ts';
import { isFact, withoutFacts } from './environment.ts';
import { planFileSteps } from './file-steps.ts';
import { fillSecrets, type SecretValue } from './fill-secrets.ts';
import { describeMissing, type MissingReason } from './missing-secrets.ts';
import { netrcEnvironment } from './netrc-environment.ts';
import { orderSteps } from './order-steps.ts';
import { pluginEnvironment } from './plugin-environment.ts';
import { isPrivilegedPlugin } from './privileged-plugins.ts';
import { pushEnvironment } from './push-environment.ts';
import { runsAfter } from './runs-after.ts';
import { runsOnlyImage } from './runs-only-image.ts';
import { secretsForImages } from './secrets-for-images.ts';
import { type Environment, PlanError, type PlannedStep, type StagePlan } from './stage-plan.ts';
import type { StageSettings } from './stage-settings.ts';

export interface PlanInput {
  details: StageDetails;
  pipeline: Pipeline;
  /** Services and steps whose `when` matches the build. */
  included: ReadonlySet<PipelineStep>;
  /** Variables of every step of the stage. */
  environment: Environment;
  secretValue: SecretValue;
  /** Absent if missing secrets are not reported. */
  missingReason?: MissingReason;
  settings: Pick<
    StageSettings,
    'environment' | 'privilegedImages' | 'sources' | 'selectSteps' | 'images'
  >;
}

/** Plans a stage: the clone, then the services and steps whose `when` matches the build. */
export function planStage(input: PlanInput): StagePlan {
  const { details, pipeline, included, environment, secretValue, missingReason, settings } = input;
  const own = fillSecrets(withoutEmptyTexts(pipeline, pipeline.environment), secretValue);
  const ofServer = { ...withoutFacts(settings.environment), ...serverVariables(details) };
  // In a container pipeline, the clone runs on the host, where variables control git and its shell.
  const ofClone = {
    ...ofServer,
    ...(pipeline.type === 'exec' ? own : {}),
    ...environment,
  };
  const clone = pipeline.clone.disable
    ? []
    : [
        planCloneStep(details, {
          isAmongSteps: pipeline.type === 'exec',
          clone: pipeline.clone,
          environment: ofClone,
          sources: settings.sources,
        }),
      ];
  const cloneName = clone.length > 0 ? cloneStepName : undefined;
  const params = withoutFacts(withoutEmptyTexts(pipeline, details.build.params ?? {}));
  const shared = { ...ofServer, ...params, ...own, ...environment };
  // The files that earlier steps left include the artifacts, perhaps changed.
  const hasArtifacts = settings.sources?.earlier !== undefined;
  const files = planFileSteps(hasArtifacts ? { ...pipeline, artifactsFrom: [] } : pipeline, {
    steps: pipeline.steps.filter((step) => included.has(step)),
    cloneName,
    environment: shared,
  });
  const ordered = orderSteps({
    services: pipeline.services,
    steps: pipeline.steps,
    isIncluded: (step) => included.has(step),
    cloneName: files.before.at(-1)?.name ?? cloneName,
  });
  const fixed = Object.fromEntries(Object.entries(environment).filter(([name]) => isFact(name)));
  const access = pipeline.type === 'exec' ? {} : netrcEnvironment(details);
  const isTrusted = details.repo.trusted;
  const forImages = secretsForImages(details.secrets);
  const steps = ordered.map(({ step, dependsOn }) => {
    const variables = [params, own, step.environment].flatMap((some) => Object.keys(some));
    const isPrivileged =
      step.privileged || isPrivilegedPlugin({ step, pipeline, variables, isTrusted, settings });
    const used = forImages.usedIn(step);
    if (used !== undefined && !runsOnlyImage(step, pipeline, variables, imageRules)) {
      throw new PlanError(
        `Step "${step.name}" may not use the secret "${used}", which is for steps that run nothing but their image`,
      );
    }
    const missing = missingReason ? describeMissing(step, pipeline.environment, missingReason) : [];
    if (missing.length > 0 && pipeline.requiresSecrets) {
      throw new PlanError(`Step "${step.name}": ${missing.join('. ')}`);
    }
    const isSealed = used !== undefined || (isPrivileged && !isTrusted);
    return {
      ...planStep(
        {
          ...step,
          image: settings.images?.get(step.name) ?? step.image,
          privileged: isPrivileged,
        },
        dependsOn,
        // A cached folder could cover programs of a step that may run nothing but its image.
        isSealed || pipeline.services.includes(step) ? [] : cacheFoldersOf(pipeline, [step]),
      ),
      // Authors of the file could otherwise control a plugin that has access to the host, or to a secret.
      takesOutputs: !isSealed,
      ...settingsWith(step, secretValue),
      ...(missing.length > 0 ? { missingSecrets: missing } : {}),
      ...(isSealed ? { noTerminal: 'nothing but its image may run in this step' } : {}),
      environment: {
        ...shared,
        ...stepEnvironment(pipeline, step, secretValue),
        ...fixed,
        ...access,
        ...pushEnvironment(details, step),
        DRONE_STEP_NAME: step.name,
      },
    };
  });
  const all = [...clone, ...files.before, ...steps, ...files.after].map(numberStep);
  if (!settings.selectSteps) return { steps: all };
  return { steps: keepSteps(all, pipeline, settings.selectSteps(pipeline)) };
}

/** Leaves only these services and steps of a pipeline, and the steps for files. They keep their numbers. */
function keepSteps(
  planned: readonly PlannedStep[],
  { services, steps }: Pipeline,
  names: ReadonlySet<string>,
): PlannedStep[] {
  const excluded = [...services, ...steps]
    .map(({ name }) => name)
    .filter((name) => !names.has(name));
  const isIncluded = (name: string) => !excluded.includes(name);
  const stepOver = createStepOver(planned, isIncluded);
  return planned
    .filter(({ name }) => isIncluded(name))
    .map((step) => ({ ...step, dependsOn: stepOver(step.dependsOn) }));
}

/** Returns the variables that extensions of the server add to all steps. */
function serverVariables({ variables = [] }: StageDetails): Environment {
  return withoutFacts(Object.fromEntries(variables.map(({ name, data }) => [name, data])));
}

type UnnumberedStep = Omit<PlannedStep, 'number'>;

function planStep(
  step: PipelineStep,
  dependsOn: string[],
  cacheFolders: string[],
): Omit<UnnumberedStep, 'environment' | 'takesOutputs' | 'noTerminal'> {
  return {
    name: step.name,
    commands: step.commands,
    container: { ...step, cacheFolders },
    dependsOn,
    ...runsAfter(step.when),
    ...(dependsOnOutputs(step.when) ? { when: step.when } : {}),
    runsOnKill: runsOnKill(step.when) && !step.detach,
    ignoresFailure: step.ignoresFailure,
    ...(step.retries > 0 && !step.detach ? { retries: step.retries } : {}),
    isDetached: step.detach,
    files: step.files,
    artifactRule: step.artifactRule,
    timeoutSec: step.timeoutSec,
    ...(step.ready ? { isRequired: true } : {}),
    caches: step.caches,
  };
}

/** Settings are no variables of the choice of earlier steps, so any step may get outputs in them. */
function settingsWith(
  { settings }: PipelineStep,
  secretValue: SecretValue,
): Pick<PlannedStep, 'settingsWith'> {
  const own = Object.fromEntries(Object.entries(settings).filter(([, value]) => usesOutput(value)));
  if (Object.keys(own).length === 0) return {};
  return { settingsWith: (outputValue) => pluginEnvironment(own, secretValue, outputValue) };
}

function stepEnvironment(
  pipeline: Pipeline,
  { settings, environment }: PipelineStep,
  secretValue: SecretValue,
): Environment {
  const fixed = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => !usesOutput(value)),
  );
  return {
    ...pluginEnvironment(fixed, secretValue),
    ...fillSecrets(withoutEmptyTexts(pipeline, environment), secretValue),
  };
}

/** Removes variables with an empty value, except secrets, as existing runners do for containers. */
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
