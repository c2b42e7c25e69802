import { type Conditions, runsOnKill, valueConditionNames } from './conditions.ts';
import type { Pipeline, PipelineStep } from './pipeline.ts';
import { outputKey, usesOutput } from './setting-outputs.ts';

const ownConditions = ['fork', 'sender', 'source_branch', ...valueConditionNames] as const;
const ofGroups = 'a list of conditions';
const ofKill = 'the status "killed"';

/** Keys that only runners of Millrace support, with the test whether a step or service uses them. */
const stepKeys: Record<string, (step: PipelineStep) => boolean> = {
  artifacts: ({ files }) => files.artifact.length > 0,
  reports: ({ files }) => files.junit.length > 0,
  summary: ({ files }) => files.summary.length > 0,
  timeout: ({ timeoutSec }) => timeoutSec > 0,
  retry: ({ retries }) => retries > 0,
  ready: ({ ready }) => ready !== undefined,
  push: ({ push }) => push.refs.length > 0,
  cache: ({ caches }) => caches.length > 0,
  [outputKey]: ({ settings }) => usesOutput(settings),
  grace_period: ({ gracePeriodSec }) => gracePeriodSec > 0,
  [ofKill]: ({ when }) => runsOnKill(when),
  [ofGroups]: ({ when }) => when.length > 1,
  ...Object.fromEntries(
    ownConditions.map((name) => [
      nameCondition(name),
      ({ when }: PipelineStep) => hasCondition(when, name),
    ]),
  ),
};

type OwnCondition = (typeof ownConditions)[number];

function nameCondition(name: OwnCondition): string {
  return `the condition ${name}`;
}

function hasCondition(conditions: Conditions, name: OwnCondition): boolean {
  return conditions.some((group) => group[name]);
}

/** Lists the keys of a pipeline that have no effect on runners of other servers. */
export function findOwnKeys({
  services,
  steps,
  clone,
  timeoutSec,
  caches,
  artifactsFrom,
  storesReplayFiles,
  requiresSecrets,
  trigger,
}: Pipeline): string[] {
  const all = [...services, ...steps];
  const used = Object.keys(stepKeys).filter((key) => all.some((step) => stepKeys[key]?.(step)));
  const ofPipeline = [
    ...(clone.repositories.length > 0 ? ['clone.repositories'] : []),
    ...(timeoutSec > 0 ? ['timeout'] : []),
    ...(caches.length > 0 ? ['cache'] : []),
    ...(artifactsFrom.length > 0 ? ['artifacts_from'] : []),
    ...(requiresSecrets ? ['require_secrets'] : []),
    ...(storesReplayFiles ? ['replay_files'] : []),
    ...(trigger.length > 1 ? [ofGroups] : []),
    ...ownConditions.filter((name) => hasCondition(trigger, name)).map(nameCondition),
  ];
  return [...new Set([...used, ...ofPipeline])];
}

/** Lists the keys of a pipeline that only servers of Millrace support, with any runner. */
export function findServerKeys(pipeline: Pipeline): string[] {
  const { ignoresFailure, isInterruptible, manual, matrixSources } = pipeline;
  return [
    ...(ignoresFailure ? ['failure of a pipeline'] : []),
    ...(isInterruptible ? ['interruptible'] : []),
    ...(manual ? ['manual'] : []),
    ...(matrixSources.length > 0 ? ['values of a matrix from an output'] : []),
  ];
}
