import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { readStageSteps } from '@millrace/contract/pipeline';
import type { StageDetails, StageSecret } from '@millrace/contract/runner';
import { systemClock } from '@millrace/node-kit/clock';
import { createEngines, type Engine, findStepSetup, startRunner } from '@millrace/runner';
import { readStageSettings } from '@millrace/runner/stage-settings';
import { readEnvironment } from '../../config/env.ts';
import { readWhole } from '../../config/read-variable.ts';
import type { PlannedStage } from '../../domain/plan-stages.ts';
import { newBuild, newStage } from '../../features/builds/start/new-build.ts';
import { createInProcessRunnerApi } from '../../features/runners/in-process-runner-api.ts';
import type { BuildFacts } from '../plan/build-facts.ts';
import { dryRepo, dryRequest, drySystem } from '../plan/dry-facts.ts';
import { copyFolder, copyTree } from './copy-tree.ts';
import type { ExecOptions } from './exec-options.ts';
import { findMachine } from './find-machine.ts';
import { LocalBuild } from './local-build.ts';
import { LocalCalls } from './local-calls.ts';
import { LogPrinter } from './log-printer.ts';
import { printResult } from './print-result.ts';
import { selectSteps } from './select-steps.ts';
import { type WorkingTree, writeRepository } from './working-tree.ts';

const exitCodes = { failed: 1, noMachine: 3, cancelled: 130 };

interface LocalRun {
  tree: WorkingTree;
  facts: BuildFacts;
  /** Pipeline YAML. */
  config: string;
  stages: PlannedStage[];
  /** Stages that the user asked for. */
  selected: PlannedStage[];
  secrets: StageSecret[];
  warnings: string[];
  options: ExecOptions;
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
  const { selected, note, options } = run;
  const env = readEnvironment();
  const settings = readStageSettings((name, or) => env[name] || or);
  const capacity = readWhole(env, 'MILLRACE_RUNNER_CAPACITY', 2, 1, 1000);
  const place = placeIn(folder, run.tree);
  const all = createEngines({ ...place, containers: settings.containers });
  const { engines, obstacles } = await findMachine(selected, all);
  for (const [{ name }, reason] of obstacles) note(`The stage ${name} cannot run here: ${reason}`);
  const runnable = selected.filter((stage) => !obstacles.has(stage));
  if (runnable.length === 0) return exitCodes.noMachine;
  describeEngines(engines, note);
  const sources = await takeSources(join(folder, 'sources'), run);
  const build = createBuild(run, runnable);
  const write = (text: string) =>
    void (options.isJson ? process.stderr : process.stdout).write(text);
  const printer = new LogPrinter({
    write,
    isColoured: !options.isJson && process.stdout.isTTY && process.stdout.hasColors(),
    hasStages: runnable.length > 1,
  });
  const calls = new LocalCalls({ build, printer, details: detailsOf(run) });
  const { step } = options;
  const runner = startRunner({
    ...place,
    api: createInProcessRunnerApi(calls, 'exec'),
    machine: hostname(),
    capacity,
    engines,
    stages: { ...settings, sources },
    ...(step === undefined
      ? {}
      : {
          readSteps: async ({ config }, input) => selectSteps(readStageSteps(config, input), step),
        }),
  });
  const wasCancelled = await untilFinished(build, note);
  await runner.drain();
  const finished = build.toJson();
  if (options.isJson) process.stdout.write(`${JSON.stringify(finished, null, 2)}\n`);
  else note(printResult(finished));
  if (wasCancelled) return exitCodes.cancelled;
  if (finished.status !== 'success') return exitCodes.failed;
  return obstacles.size > 0 ? exitCodes.noMachine : 0;
}

/** Steps must not write to the files of the user, as far as this system can prevent it. */
function placeIn(folder: string, { root }: WorkingTree) {
  const workDir = join(folder, 'work');
  const setup = findStepSetup({
    execUser: undefined,
    execView: 'private',
    dataDir: workDir,
    workDir,
  });
  return { ...setup, readOnlyDirs: [...(setup.readOnlyDirs ?? []), root] };
}

function describeEngines(engines: readonly Engine[], note: LocalRun['note']): void {
  for (const { type, describeSteps } of engines) {
    const steps = describeSteps?.();
    if (steps) note(`Steps of ${type} pipelines run as ${userInfo().username}: ${steps}`);
  }
}

/** Copies the working tree, because the user may change it while the steps run. */
async function takeSources(folder: string, { tree, facts }: LocalRun) {
  const files = join(folder, 'files');
  if (!tree.isRepository) {
    await copyFolder(tree.root, files);
    return { files, repository: undefined };
  }
  await copyTree(tree.root, files);
  if (tree.commit === '') return { files, repository: undefined };
  const repository = join(folder, 'repository.git');
  await writeRepository(tree, facts.ref, repository);
  return { files, repository };
}

function createBuild(
  { tree, facts, stages, warnings }: LocalRun,
  runnable: readonly PlannedStage[],
): LocalBuild {
  const now = systemClock.nowSec();
  const build = newBuild(0, dryRequest(facts, tree.texts), { error: '', warnings, link: '', now });
  const all = stages.map((stage) =>
    newStage(0, runnable.includes(stage) ? stage : { ...stage, status: 'skipped' }, {
      now,
      infrastructureRetries: 0,
    }),
  );
  return new LocalBuild(build, all, systemClock);
}

function detailsOf({ tree, facts, config, secrets, options }: LocalRun) {
  const { link, httpUrl, sshUrl } = tree.remote;
  return {
    repo: {
      ...dryRepo(facts),
      link,
      git_http_url: httpUrl,
      git_ssh_url: sshUrl,
      timeout: options.timeoutMinutes,
    },
    config,
    secrets,
    ...(facts.changedFiles ? { changedPaths: facts.changedFiles } : {}),
    system: systemOf(options.server),
    netrc: null,
  };
}

function systemOf(server: string): StageDetails['system'] {
  const { protocol, host, origin } = new URL(server);
  return { ...drySystem, proto: protocol.replace(':', ''), host, link: origin };
}

/** Resolves when the build has finished. The first signal cancels it. Returns whether it was cancelled. */
async function untilFinished(build: LocalBuild, note: LocalRun['note']): Promise<boolean> {
  let wasCancelled = false;
  const cancel = () => {
    if (wasCancelled) process.exit(exitCodes.cancelled);
    wasCancelled = true;
    note('Cancelling the build. A second signal ends this program without cleaning up.');
    build.send({ kind: 'cancel', login: '' });
  };
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  while (!build.isFinished) await build.untilChanged();
  return wasCancelled;
}
