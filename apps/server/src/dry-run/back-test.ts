import {
  type DryRunBuild,
  type DryRunFile,
  type PlannedPipeline,
  planPipelines,
  readDryRunFile,
} from '@millrace/build-host/dry-run/plan-pipelines';
import type { Build, ChangedPart, Stage, TestedBuild } from '@millrace/contract/api';
import { type DecidedMatrices, dependsOnPaths, fillMatrices } from '@millrace/pipeline';
import type { DryRunStep } from '@millrace/runner/dry-run';
import { estimateSeconds, type StepGraph, StepTimes } from './estimate-seconds.ts';

/** A build that has already run, and the texts of the pipeline file to compare. */
export interface EarlierBuild {
  /** With its stages and steps. */
  build: Build;
  /** Position in `texts` of the file with which the build ran. */
  stored: number;
  /** Position in `texts` of the edited file, as converted for this build. */
  edited: number;
  /** Why the edited file could not be converted for this build; empty if it could. */
  error: string;
  changedPaths?: string[] | undefined;
  /** Lists that outputs have decided in this build. */
  matrices?: DecidedMatrices | undefined;
}

export interface BackTestInput extends Pick<DryRunBuild, 'repo' | 'system'> {
  texts: readonly string[];
  builds: readonly EarlierBuild[];
}

/** A stage with its steps: those that were recorded, or those of a plan. */
interface Part {
  key: string;
  name: string;
  dependsOn: readonly string[];
  policy: string;
  /** Undefined if they are unknown, because the stage never started. */
  steps: readonly PartStep[] | undefined;
}

interface PartStep {
  name: string;
  run: DryRunStep['run'];
  dependsOn: readonly string[];
  isBackground: boolean;
}

/** A build under one text of the file. */
interface Outcome {
  pipelines: PlannedPipeline[];
  parts: Part[];
  error: string;
}

/**
 * Compares what earlier builds ran with what they would run under an edited file. Both sides are planned by the
 * code of server and runner; what was recorded takes precedence over the plan of the stored file.
 */
export function backTest({ texts, builds, repo, system }: BackTestInput): TestedBuild[] {
  const files = texts.map((text) => readDryRunFile(text));
  const times = new StepTimes(builds.map(({ build }) => build));
  return builds.map((earlier) => {
    const { build, changedPaths, error } = earlier;
    const planned = { repo, build, system, changedPaths };
    const read = (text: number) => withMatrices(files[text], earlier.matrices);
    const stored = planOutcome(read(earlier.stored), planned, '');
    const edited = planOutcome(read(earlier.edited), planned, error);
    const recorded = build.error ? [] : readRecorded(build, stored);
    const incomparable = findIncomparable(build, stored);
    const changes = incomparable ? [] : findChanges(recorded, edited, stored);
    const unknown = new Set<string>();
    const estimate = (parts: readonly Part[]) =>
      estimateSeconds(parts.map(toGraph), (stage, step) => {
        const seconds = times.find(build, stage, step);
        if (seconds === undefined) unknown.add(`${stage}: ${step}`);
        return seconds ?? 0;
      });
    const seconds = { before: estimate(recorded), after: estimate(edited.parts) };
    return {
      number: build.number,
      event: build.event,
      ref: build.ref,
      title: build.title ?? build.message.split('\n', 1)[0] ?? '',
      status: build.status,
      created: build.created,
      changes,
      stages: edited.parts.length,
      error: edited.error,
      incomparable,
      unknown_paths:
        changedPaths === undefined &&
        edited.pipelines.some(({ pipeline }) => dependsOnPaths(pipeline)),
      seconds,
      unknown_durations: [...unknown],
    };
  });
}

/** Outputs would decide the same values again. */
function withMatrices(
  file: DryRunFile | undefined,
  matrices: DecidedMatrices = {},
): DryRunFile | undefined {
  const isOpen = file?.parsed.pipelines.some(({ matrixSources }) => matrixSources.length > 0);
  if (!file || !isOpen || Object.keys(matrices).length === 0) return file;
  return readDryRunFile(fillMatrices(file.text, matrices));
}

function planOutcome(file: DryRunFile | undefined, planned: DryRunBuild, failure: string): Outcome {
  if (!file || failure) return { pipelines: [], parts: [], error: failure };
  const { pipelines, error } = planPipelines(file, planned);
  if (error) return { pipelines, parts: [], error };
  const keyOf = createKeys();
  const parts = pipelines.flatMap(({ pipeline, stage, steps }): Part[] => {
    if (!stage) return [];
    const included = steps.filter(({ run }) => run !== 'never');
    return [
      {
        key: keyOf(stage),
        name: pipeline.name,
        dependsOn: stage.dependsOn,
        policy: policyOf(stage.onSuccess, stage.onFailure),
        steps: included.map(toPartStep),
      },
    ];
  });
  return { pipelines, parts, error: '' };
}

function toPartStep({ name, run, depends_on, kind, detach }: DryRunStep): PartStep {
  return { name, run, dependsOn: depends_on, isBackground: detach || kind === 'service' };
}

/** Reads what a build ran. Only the plan of its file knows when a recorded step would have run. */
function readRecorded({ stages = [] }: Build, stored: Outcome): Part[] {
  const keyOf = createKeys();
  const planned = new Map(stored.parts.map((part) => [part.key, part]));
  return stages.map((stage) => {
    const key = keyOf(stage);
    const plan = planned.get(key);
    return {
      key,
      name: stage.name,
      dependsOn: stage.depends_on ?? [],
      policy: policyOf(stage.on_success, stage.on_failure),
      steps: readRecordedSteps(stage, plan?.steps),
    };
  });
}

function readRecordedSteps(
  { steps = [] }: Stage,
  planned: Part['steps'],
): readonly PartStep[] | undefined {
  if (steps.length === 0) return planned;
  const byName = new Map((planned ?? []).map((step) => [step.name, step]));
  return steps.map(({ name, depends_on = [], detached = false }) => ({
    name,
    run: byName.get(name)?.run ?? 'on_success',
    dependsOn: byName.get(name)?.dependsOn ?? depends_on,
    isBackground: byName.get(name)?.isBackground ?? detached,
  }));
}

/** A build that failed for a reason outside of its file ran nothing, whatever the file says. */
function findIncomparable({ error = '' }: Build, stored: Outcome): string {
  return error !== '' && stored.error === '' ? error : '';
}

function findChanges(recorded: readonly Part[], edited: Outcome, stored: Outcome): ChangedPart[] {
  const after = new Map(edited.parts.map((part) => [part.key, part]));
  const before = new Map(recorded.map((part) => [part.key, part]));
  const removed = recorded.flatMap((part): ChangedPart[] => {
    const now = after.get(part.key);
    if (!now) return [{ stage: part.name, change: 'removed', reason: explain(edited, part.name) }];
    return compareSteps(part, now, { edited, stored });
  });
  const added = edited.parts
    .filter(({ key }) => !before.has(key))
    .map(({ name }): ChangedPart => {
      return { stage: name, change: 'added', reason: explain(stored, name) };
    });
  return [...removed, ...added];
}

function compareSteps(
  before: Part,
  after: Part,
  outcomes: { edited: Outcome; stored: Outcome },
): ChangedPart[] {
  const stage = before.name;
  const changes: ChangedPart[] = [];
  if (before.policy !== after.policy) {
    changes.push({
      stage,
      change: 'policy',
      reason: describePolicies(before.policy, after.policy),
    });
  }
  if (!before.steps || !after.steps) return changes;
  const now = new Map(after.steps.map((step) => [step.name, step]));
  const then = new Map(before.steps.map((step) => [step.name, step]));
  for (const { name, run } of before.steps) {
    const step = now.get(name);
    if (!step) {
      const reason = explain(outcomes.edited, stage, name);
      changes.push({ stage, step: name, change: 'removed', reason });
    } else if (step.run !== run) {
      changes.push({
        stage,
        step: name,
        change: 'policy',
        reason: describePolicies(run, step.run),
      });
    }
  }
  for (const { name } of after.steps) {
    if (then.has(name)) continue;
    changes.push({
      stage,
      step: name,
      change: 'added',
      reason: explain(outcomes.stored, stage, name),
    });
  }
  return changes;
}

/** Explains why a file has a stage, or a step of it, not in the build. */
function explain({ pipelines, error }: Outcome, stage: string, step?: string): string {
  if (error) return error;
  const named = pipelines.filter(({ pipeline }) => pipeline.name === stage);
  if (named.length === 0) return 'no pipeline has this name';
  if (step === undefined) return named.find(({ whyNot }) => whyNot !== null)?.whyNot ?? '';
  const found = named.flatMap(({ steps }) => steps).filter(({ name }) => name === step);
  if (found.length === 0) return 'no step has this name';
  return found.find(({ why_not }) => why_not !== null)?.why_not ?? '';
}

function policyOf(onSuccess: boolean, onFailure: boolean): string {
  if (!onFailure) return onSuccess ? 'on_success' : 'never';
  return onSuccess ? 'always' : 'on_failure';
}

const policyTexts: Record<string, string> = {
  on_success: 'after a success',
  on_failure: 'after a failure',
  always: 'after any result',
  never: 'after no result',
};

function describePolicies(before: string, after: string): string {
  return `runs ${policyTexts[after]}, not ${policyTexts[before]}`;
}

/** Identifies stages by name, type and platform, and several such by their order. */
function createKeys() {
  const counts = new Map<string, number>();
  return ({ name, type, os, arch }: Pick<Stage, 'name' | 'type' | 'os' | 'arch'>): string => {
    const key = JSON.stringify([name, type, os, arch]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${key} ${count}`;
  };
}

function toGraph({ name, dependsOn, steps }: Part): StepGraph {
  const waited = (steps ?? []).filter(({ isBackground }) => !isBackground);
  return { name, dependsOn, parts: waited };
}
