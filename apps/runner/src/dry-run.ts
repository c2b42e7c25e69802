import type { StageDetails } from '@millrace/contract/runner';
import {
  type ClonedRepository,
  cloneStepName,
  describeOutputs,
  explainConditions,
  type PipelineStep,
  parsePipelineFile,
  type RunPolicy,
  selectStageSteps,
} from '@millrace/pipeline';
import { baseEnvironment, textValues, workspaceEnvironment } from './plan/environment.ts';
import { findPipeline, stepsInput } from './plan/find-pipeline.ts';
import { planStage } from './plan/plan-stage.ts';
import { requirePluginTrust } from './plan/privileged-plugins.ts';
import type { PlannedStep } from './plan/stage-plan.ts';
import { defaultStageSettings } from './plan/stage-settings.ts';
import { workspacePaths } from './plan/workspace-paths.ts';

export { stageFacts } from './plan/stage-facts.ts';
export { PlanError } from './plan/stage-plan.ts';

/** Value of a variable, or the name of the secret that provides it. */
export type DryRunValue = string | { from_secret: string };

/** A step as a runner would run it. */
export interface DryRunStep {
  name: string;
  kind: 'clone' | 'service' | 'step';
  /** Empty for the clone, which has no container, and in pipelines without containers. */
  image: string;
  pull: string;
  privileged: boolean;
  detach: boolean;
  depends_on: string[];
  /** Empty if the image determines the command, and for the clone. */
  commands: string[];
  run: RunPolicy | 'never';
  /** Reason why the step does not run; null if it does. */
  why_not: string | null;
  /** Outputs on which depends whether it runs; null if it does not depend on any. */
  only_if: string | null;
  environment: Record<string, DryRunValue>;
  volumes: { name: string; path: string }[];
  /** Empty if the image or the runner determines it. */
  working_dir: string;
  /** Further repositories of the clone; absent if there are none. */
  repositories?: ClonedRepository[];
}

/** Variables that depend on the time or the machine. */
const volatileVariables =
  /^(?:(?:DRONE|CI)_(?:BUILD|STAGE)_(?:CREATED|STARTED|FINISHED)|DRONE_STAGE_MACHINE|DRONE_RUNNER_.*)$/;

/**
 * Lists the steps of a stage as a runner would run them, including the steps that this build skips. Throws
 * a `PlanError` if the stage cannot run.
 *
 * @param parse reads the pipeline file; callers with several stages may reuse what they have read
 */
export function dryRunStage(details: StageDetails, parse = parsePipelineFile): DryRunStep[] {
  const base = baseEnvironment({ details, machine: '', startedAtSec: 0 });
  const input = stepsInput(details, textValues(base, details.build.params));
  const steps = selectStageSteps(parse(details.config, { values: input.values }), input);
  const { included } = steps;
  const pipeline = findPipeline(steps, details);
  // Only the runner that runs the stage knows its settings.
  const settings = defaultStageSettings;
  requirePluginTrust(included, pipeline, { details, settings });
  const hasContainers = pipeline.type !== 'exec';
  const sourceDir = hasContainers ? workspacePaths(pipeline.workspace).sourceDir : '';
  const environment = { ...base, ...workspaceEnvironment(sourceDir, pipeline) };
  const all = [...pipeline.services, ...pipeline.steps];
  const plan = (steps: ReadonlySet<PipelineStep>) =>
    planStage({
      details,
      pipeline,
      included: steps,
      environment,
      secretValue: standIn,
      settings,
    }).steps;
  const planned = new Map(plan(included).map((step) => [step.name, step]));
  const conditions = new Map(all.map((step) => [step.name, step.when]));
  const services = new Set(pipeline.services.map((step) => step.name));
  const { repositories } = pipeline.clone;
  return plan(new Set(all)).map((candidate) => {
    const step = planned.get(candidate.name);
    const reason = explainConditions(conditions.get(candidate.name) ?? [{}], input.facts);
    const kind = kindOf(candidate, services);
    const described = describe(step ?? withoutNumber(candidate), sourceDir);
    return {
      ...described,
      kind,
      commands: kind === 'clone' ? [] : described.commands,
      run: step ? policyOf(step) : 'never',
      why_not: step ? null : (reason ?? null),
      only_if: (step?.when && describeOutputs(step.when)) ?? null,
      ...(kind === 'clone' && repositories.length > 0 ? { repositories } : {}),
    };
  });
}

function describe(
  step: PlannedStep,
  sourceDir: string,
): Omit<DryRunStep, 'kind' | 'run' | 'why_not' | 'only_if'> {
  const { name, container, dependsOn, commands, isDetached } = step;
  const startsInImage = isDetached && commands.length === 0;
  return {
    name,
    image: step.fileWork ? '' : (container?.image ?? ''),
    pull: container?.pull ?? 'if-not-exists',
    privileged: container?.privileged ?? false,
    detach: isDetached,
    depends_on: dependsOn,
    commands: commands.map(nameSecrets),
    environment: describeEnvironment({
      ...step.environment,
      ...step.settingsWith?.((output) => `<output ${output}>`),
    }),
    volumes: container?.volumes ?? [],
    working_dir: container?.workingDir || (startsInImage ? '' : sourceDir),
  };
}

function kindOf(step: PlannedStep, services: ReadonlySet<string>): DryRunStep['kind'] {
  if (step.name === cloneStepName && !step.container) return 'clone';
  return services.has(step.name) ? 'service' : 'step';
}

function policyOf({ runsOnSuccess, runsOnFailure }: PlannedStep): RunPolicy {
  if (!runsOnFailure) return runsOnSuccess ? 'on_success' : 'on_kill';
  return runsOnSuccess ? 'always' : 'on_failure';
}

/** Removes the number of a step that this build skips, because only the other steps are numbered. */
function withoutNumber(step: PlannedStep): PlannedStep {
  const { DRONE_STEP_NUMBER: _, ...environment } = step.environment;
  return { ...step, environment };
}

/** Returns a placeholder for the value of a secret, from which the name can be recovered within other text. */
function standIn(name: string): string {
  return `\uE002${name}\uE003`;
}

function nameSecrets(text: string): string {
  return text.replace(/\uE002([^\uE003]*)\uE003/g, '<secret $1>');
}

function describeEnvironment(environment: Record<string, string>): Record<string, DryRunValue> {
  const entries = Object.entries(environment)
    .filter(([name]) => !volatileVariables.test(name))
    .map(([name, text]): [string, DryRunValue] => {
      const [, secret] = /^\uE002([^\uE003]*)\uE003$/.exec(text) ?? [];
      if (secret !== undefined) return [name, { from_secret: secret }];
      return [name, nameSecrets(text)];
    });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
