import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { newStage } from '@millrace/build-host/builds/new-build';
import { cacheLimitsOf, noOwnCacheLimits } from '@millrace/build-host/caches/cache-limits';
import { createInProcessRunnerApi } from '@millrace/build-host/runner-calls/in-process-runner-api';
import { cacheSettings } from '@millrace/build-host/settings/cache-settings';
import type { Build } from '@millrace/build-rules';
import type { Build as BuildJson, Stage } from '@millrace/contract/api';
import { completeCalls, type StageDetails } from '@millrace/contract/runner';
import type { Status } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import { readEnvironment } from '@millrace/node-kit/environment';
import { readSetting, readSettings } from '@millrace/node-kit/settings/read-settings';
import {
  type ConditionFacts,
  type Pipeline,
  type PlannedStage,
  parsePipelineFile,
} from '@millrace/pipeline';
import { createEngines, type Engine, findStepSetup, startRunner } from '@millrace/runner';
import { runnerSettings } from '@millrace/runner/settings/runner-settings';
import { readStageSettings, type StageSettings } from '@millrace/runner/stage-settings';
import { findMachine } from './find-machine.ts';
import { type ArtifactsOfBuild, LocalArtifacts } from './local-artifacts.ts';
import { LocalBuild } from './local-build.ts';
import {
  type CachesOfBuild,
  cacheFolderOf,
  LocalCaches,
  repositoryFolderOf,
} from './local-caches.ts';
import { LocalCalls } from './local-calls.ts';
import { LocalMatrices } from './local-matrices.ts';
import { LogPrinter } from './log-printer.ts';
import { printResult } from './print-result.ts';
import { TerminalShell } from './terminal-shell.ts';
import type { WorkingTree } from './working-tree.ts';

const exitCodes = { failed: 1, noMachine: 3, cancelled: 130 };

export interface LocalRun {
  /** Its files must not be changed by steps. */
  tree: WorkingTree;
  build: Omit<Build, 'id' | 'version'>;
  stages: readonly PlannedStage[];
  /** Stages to run. */
  selected: readonly PlannedStage[];
  /** With which conditions are compared, for stages that outputs decide. */
  facts: ConditionFacts;
  /** Returns the status that a stage that does not run here has for the others. */
  statusOf: (stage: PlannedStage) => Status;
  details: Omit<StageDetails, 'build' | 'stage'>;
  /** Writes the sources of the stages to a new folder. */
  takeSources: (folder: string) => Promise<NonNullable<StageSettings['sources']>>;
  /** Returns the names of the steps to run; undefined for all. */
  selectSteps: ((pipeline: Pipeline) => Set<string>) | undefined;
  isJson: boolean;
  hasCaches: boolean;
  /** Caches of the build that is replayed. */
  cachesOfBuild?: CachesOfBuild | undefined;
  /** Artifacts of the build that is replayed. */
  artifactsOfBuild?: ArtifactsOfBuild | undefined;
  opensShell: boolean;
  /** Images by the names of steps, instead of those of the pipeline file. */
  images?: ReadonlyMap<string, string>;
  /** Describes how this machine differs from that of the build; called before the stages run. */
  describeDifferences?: (engine: Engine) => Promise<string>;
  /** Returns a last line about the finished build. */
  afterwards?: (build: BuildJson) => string | undefined;
  /** Prints a line that is not part of a log. */
  note: (line: string) => void;
}

/** Runs stages on this machine and returns the exit code of the program. */
export async function runLocally(run: LocalRun): Promise<number> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-exec-')));
  try {
    return await runIn(folder, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, run: LocalRun): Promise<number> {
  const { selected, note } = run;
  const env = readEnvironment();
  const settings = readStageSettings(env);
  const folders = foldersIn(folder, run.tree.root);
  const all = createEngines({ ...folders, containers: settings.containers });
  const { engines, obstacles } = await findMachine(selected, all);
  for (const [{ name }, reason] of obstacles) note(`The stage ${name} cannot run here: ${reason}`);
  const runnable = selected.filter((stage) => !obstacles.has(stage));
  if (runnable.length === 0) return exitCodes.noMachine;
  describeEngines(engines, note);
  if (run.describeDifferences && engines[0]) note(await run.describeDifferences(engines[0]));
  const sources = await run.takeSources(join(folder, 'sources'));
  const build = createBuild(run, runnable);
  const printer = createPrinter(run, runnable.length > 1);
  const others = new Set(run.stages.filter((stage) => !runnable.includes(stage)).map(numberOf));
  const calls = new LocalCalls({
    build,
    printer,
    details: run.details,
    artifacts: openArtifacts(join(folder, 'artifacts'), run, build, others),
    caches: openCaches(run),
  });
  const matrices = new LocalMatrices({
    build,
    config: run.details.config,
    facts: run.facts,
    isTrusted: run.details.repo.trusted,
    outputsOf: (id) => calls.outputsOf(id),
    onFilled: (config) => {
      calls.config = config;
    },
  });
  const shell = new TerminalShell(note);
  const runner = startRunner({
    ...folders,
    api: createInProcessRunnerApi(completeCalls(calls), 'exec'),
    machine: hostname(),
    // Only one stage at a time can use the terminal.
    capacity: run.opensShell ? 1 : readSetting(env, runnerSettings.capacity),
    engines,
    stages: {
      ...settings,
      sources,
      selectSteps: run.selectSteps,
      images: run.images,
      ...(run.opensShell ? { openShell: shell.open } : {}),
    },
  });
  const wasCancelled = await untilFinished(build, matrices, shell, note);
  await runner.drain();
  const finished = build.toJson();
  if (run.isJson) process.stdout.write(`${JSON.stringify(finished, null, 2)}\n`);
  else note(printResult(finished));
  const last = run.afterwards?.(finished);
  if (last !== undefined) note(last);
  if (wasCancelled) return exitCodes.cancelled;
  if (hasFailed(finished, others)) return exitCodes.failed;
  return obstacles.size > 0 ? exitCodes.noMachine : 0;
}

/** Steps must not write to the files of the user, as far as this system can prevent it. */
function foldersIn(folder: string, root: string) {
  const workDir = join(folder, 'work');
  const setup = findStepSetup({
    execUser: undefined,
    execView: 'private',
    dataDir: workDir,
    workDir,
  });
  return { ...setup, readOnlyDirs: [...(setup.readOnlyDirs ?? []), root] };
}

function openArtifacts(
  folder: string,
  { details, artifactsOfBuild }: LocalRun,
  build: LocalBuild,
  others: ReadonlySet<number>,
): LocalArtifacts {
  const { pipelines } = parsePipelineFile(details.config);
  const sources = pipelines.flatMap(({ artifactsFrom }) => artifactsFrom);
  const taken = new Set(sources.flatMap(({ stages }) => stages));
  const findStages = (name: string) => build.stages.filter((stage) => stage.name === name);
  return new LocalArtifacts({
    folder,
    runsHere: (name) => findStages(name).some(({ number }) => !others.has(number)),
    isTaken: (name) =>
      taken.has(name) || findStages(name).some(({ matrixOf }) => taken.has(matrixOf)),
    ofBuild: artifactsOfBuild,
  });
}

function openCaches({ tree, hasCaches, cachesOfBuild }: LocalRun): LocalCaches | undefined {
  if (!hasCaches) return undefined;
  const env = readEnvironment();
  return new LocalCaches({
    folder: cacheFolderOf(env),
    repository: repositoryFolderOf(tree),
    limits: cacheLimitsOf(noOwnCacheLimits, readSettings(env, cacheSettings)),
    clock: systemClock,
    ofBuild: cachesOfBuild,
  });
}

function describeEngines(engines: readonly Engine[], note: LocalRun['note']): void {
  for (const { type, describeSteps } of engines) {
    const steps = describeSteps?.();
    if (steps) note(`Steps of ${type} pipelines run as ${userInfo().username}: ${steps}`);
  }
}

function createBuild({ build, stages, statusOf }: LocalRun, runnable: readonly PlannedStage[]) {
  const now = systemClock.nowSec();
  const all = stages.map((stage) => {
    const status = runnable.includes(stage) ? stage.status : statusOf(stage);
    // A user who runs a manual stage here has asked for it.
    const planned = { ...stage, status, manual: '' as const };
    return newStage(build.repoId, planned, { now, infrastructureRetries: 0 });
  });
  return new LocalBuild(build, all, systemClock);
}

function createPrinter({ isJson }: LocalRun, hasStages: boolean): LogPrinter {
  const stream = isJson ? process.stderr : process.stdout;
  return new LogPrinter({
    write: (text) => void stream.write(text),
    isColoured: stream.isTTY && stream.hasColors(),
    hasStages,
  });
}

/** Other stages of a replayed build may have failed on the server. */
function hasFailed({ status, stages = [] }: BuildJson, others: ReadonlySet<number>): boolean {
  // A matrix without values is skipped.
  const isEmpty = (stage: Stage) => stage.placeholder === true && status === 'success';
  const own = stages.filter(({ number }) => !others.has(number));
  return own.some((stage) => stage.status !== 'success' && !isEmpty(stage));
}

function numberOf({ number }: { number: number }): number {
  return number;
}

/**
 * Resolves when the build has finished. The first signal cancels it, the next one ends the steps that clean up. Returns
 * whether it was cancelled.
 */
async function untilFinished(
  build: LocalBuild,
  matrices: LocalMatrices,
  shell: TerminalShell,
  note: LocalRun['note'],
): Promise<boolean> {
  let wasCancelled = false;
  const cancel = () => {
    if (wasCancelled && !build.isEnding) process.exit(exitCodes.cancelled);
    wasCancelled = true;
    build.send({ kind: 'cancel', login: '' });
    note(build.isEnding ? cleaningUp : cancelling);
  };
  process.on('SIGTERM', cancel).on('SIGINT', () => {
    if (!shell.isOpen) cancel();
  });
  await matrices.expandReady();
  while (!build.isFinished) {
    await build.untilChanged();
    await matrices.expandReady();
  }
  return wasCancelled;
}

const cleaningUp =
  'Cancelling the build. Its steps for the status "killed" still run; a second signal ends them.';
const cancelling = 'Cancelling the build. Another signal ends this program without cleaning up.';
