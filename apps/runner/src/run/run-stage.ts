import type { Stage, Step } from '@millrace/contract/api';
import type { RunnerApi, StageDetails } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import type { Engine, LeftStages, Workspace, WorkspaceSetup } from '../engines/engine.ts';
import { baseEnvironment, textValues, workspaceEnvironment } from '../plan/environment.ts';
import { secretFinder } from '../plan/fill-secrets.ts';
import { findPipeline, type ReadSteps, requireTrust, stepsInput } from '../plan/find-pipeline.ts';
import { homeFiles } from '../plan/home-files.ts';
import { planStage } from '../plan/plan-stage.ts';
import { requirePluginTrust } from '../plan/privileged-plugins.ts';
import { registryLogins, serverLogins } from '../plan/registry-logins.ts';
import { requireClusterVolumes } from '../plan/require-cluster-volumes.ts';
import { requirePodOptions } from '../plan/require-pod-options.ts';
import type { PlannedStep, StagePlan } from '../plan/stage-plan.ts';
import type { StageSettings } from '../plan/stage-settings.ts';
import { InfrastructureFailure } from '../shared/infrastructure-failure.ts';
import { StageCaches } from './caches/stage-caches.ts';
import { earlierSteps } from './earlier-steps.ts';
import { createSecretMask, createSmallSecretMask, type SecretMask } from './logs/secret-mask.ts';
import { StageOutputs } from './outputs/stage-outputs.ts';
import { readDetails } from './read-details.ts';
import { ReplayFiles } from './replay/replay-files.ts';
import { runSteps } from './run-steps.ts';
import type { StageControl } from './stage-control.ts';
import { StageReporter } from './stage-reporter.ts';
import { type StageResult, stageResult } from './stage-result.ts';
import { startTimeout } from './start-timeout.ts';
import { errorResult } from './stop-result.ts';
import { keepStep } from './terminals/keep-step.ts';
import type { EnteredStep } from './terminals/keeping.ts';
import type { KeptSteps } from './terminals/kept-steps.ts';
import { prepareTerminalMask } from './terminals/terminal-mask.ts';
import { watchCancel } from './watch-cancel.ts';

export interface StageRun {
  api: RunnerApi;
  engine: Engine;
  machine: string;
  control: StageControl;
  clock: Clock;
  logger: Logger;
  draining: AbortSignal;
  keptSteps: KeptSteps;
  readSteps: ReadSteps;
  settings: StageSettings;
  maxLogBytes?: number | undefined;
  cloneRetries?: number | undefined;
  /** Set to continue a stage that an earlier start of this runner has left. */
  left?: LeftStages;
}

/** Runs a claimed stage, from the request for its details to its last report. Never rejects. */
export async function runStage(stage: Stage, run: StageRun): Promise<void> {
  const { api, control, clock } = run;
  const reporter = new StageReporter({ ...run, stage });
  const finished = new AbortController();
  const stepsEnded = new AbortController();
  const running = AbortSignal.any([finished.signal, stepsEnded.signal]);
  const watching = watchCancel({ api, buildId: stage.build_id, control, clock }, finished.signal);
  let workspace: Workspace | undefined;
  let hasLeftovers = true;
  let maskSecrets = createSmallSecretMask([]);
  let failed: EnteredStep | undefined;
  try {
    const message = await reporter.call((server) =>
      server.getStageDetails({ params: { stage: stage.id } }),
    );
    if (!message) return;
    const details = readDetails(message);
    maskSecrets = await createSecretMask(secretValues(details));
    const spentSec = run.left ? clock.nowSec() - (stage.started || clock.nowSec()) : 0;
    limitTime(details.repo.timeout * 60, { ...run, spentSec }, running);
    const result = await runPlan({ ...details, stage }, maskSecrets, reporter, run, {
      limitTime: (seconds) => limitTime(seconds, { ...run, spentSec }, running),
      onStepsEnded: () => stepsEnded.abort(),
      keep: (created) => {
        workspace = created;
      },
      onPause: async (step) => {
        if (workspace) await keepEnvironment(workspace, step, run, control.stopped);
      },
      onFailed: async (step) => {
        if (!details.keepsFailed || !workspace) return;
        if (details.build.debug) await keepEnvironment(workspace, step, run, control.stopped);
        else failed = step;
      },
    });
    await workspace?.killLeftovers();
    hasLeftovers = false;
    await reporter.sendStage({ ...result, stopped: clock.nowSec() });
    if (result.status !== 'failure' || control.cause) failed = undefined;
  } catch (error) {
    const result = errorResult(error);
    await reportError({ ...result, error: maskSecrets(result.error ?? '') }, stage, reporter, run);
    failed = undefined;
  } finally {
    finished.abort();
    await watching;
    if (workspace && failed && !control.lost.aborted) {
      keepWorkspace(workspace, failed, stage, run);
    } else if (workspace) await remove(workspace, hasLeftovers, stage, run.logger);
  }
}

/** Keeps a workspace for terminals after the end of its stage, then removes it. */
function keepWorkspace(
  workspace: Workspace,
  failed: EnteredStep,
  stage: Stage,
  run: StageRun,
): void {
  run.keptSteps.add(async (signal) => {
    await keepEnvironment(workspace, failed, run, signal);
    await remove(workspace, true, stage, run.logger);
  });
}

/** Runs terminals in the environment of a step until it is no longer wanted. */
async function keepEnvironment(
  workspace: Workspace,
  step: EnteredStep,
  run: StageRun,
  signal: AbortSignal,
): Promise<void> {
  const createMask = await prepareTerminalMask(step.secrets);
  await keepStep(step, { ...run, workspace, createMask }, signal);
}

interface PlanEvents {
  limitTime: (seconds: number) => void;
  keep: (workspace: Workspace) => void;
  onStepsEnded: () => void;
  onPause: (step: EnteredStep) => Promise<void>;
  onFailed: (step: EnteredStep) => Promise<void>;
}

/** Reads the pipeline, creates its workspace and runs its steps there. */
async function runPlan(
  details: StageDetails,
  maskSecrets: SecretMask,
  reporter: StageReporter,
  run: StageRun,
  { limitTime, keep, onStepsEnded, onPause, onFailed }: PlanEvents,
): Promise<StageResult> {
  const { control, clock, machine, engine, settings } = run;
  const startedAtSec = (run.left && details.stage.started) || clock.nowSec();
  const base = baseEnvironment({ details, machine, startedAtSec });
  const input = stepsInput(details, textValues(base, details.build.params));
  const steps = await run.readSteps(details, input);
  const { included } = steps;
  const pipeline = findPipeline(steps, details);
  requireTrust(pipeline, details);
  requirePodOptions(pipeline, details.repo, settings.kubernetes);
  if (pipeline.type !== 'exec') requireClusterVolumes(pipeline, settings.kubernetes?.pods);
  limitTime(pipeline.timeoutSec);
  requirePluginTrust(included, pipeline, { details, settings });
  const secretValue = secretFinder(details.secrets);
  const workspace = await openWorkspace(run, {
    stageId: details.stage.id,
    workspace: pipeline.workspace,
    volumes: pipeline.volumes,
    pod: pipeline.pod,
    hosts: [...pipeline.services, ...pipeline.steps].map(({ name }) => name),
    registries: [
      ...registryLogins(pipeline.imagePullSecrets, secretValue),
      ...serverLogins(details.registries),
      ...settings.logins,
    ],
    onWait: (reason) => void reporter.sendWait(maskSecrets(reason)),
  });
  keep(workspace);
  const place = workspaceEnvironment(workspace.sourceDir, pipeline);
  const environment = { ...base, ...place };
  const plan = planStage({ details, pipeline, included, environment, secretValue, settings });
  workspace.prepare?.(plan.steps);
  await workspace.writeHomeFiles(homeFiles(details));
  const stored = await reporter.sendStart(
    { started: startedAtSec, machine, host: engine.describeHost?.() },
    pendingSteps(plan, details.stage.id),
  );
  const results = await runSteps(plan, {
    workspace,
    earlier: run.left ? earlierSteps(stored, plan, workspace.leftSteps) : new Map(),
    reporter,
    control,
    clock,
    outputs: new StageOutputs(details.outputs ?? [], secretValues(details), maskSecrets),
    maxLogBytes: run.maxLogBytes,
    cloneRetries: run.cloneRetries,
    caches: new StageCaches(),
    replayFiles:
      pipeline.storesReplayFiles && details.replayFilesBytes
        ? new ReplayFiles(details.replayFilesBytes)
        : undefined,
    stages: details.build.stages ?? [],
    stageName: details.stage.name,
    openShell: settings.openShell,
    keepsFailure: details.keepsFailed === true,
    pauseBefore: details.pauseBefore,
    onStepsEnded,
    onPause,
    onFailed,
  });
  return stageResult(results, control.cause);
}

/** Creates the workspace of a stage, or continues in that of an earlier runner. */
async function openWorkspace(
  { engine, left }: StageRun,
  setup: WorkspaceSetup,
): Promise<Workspace> {
  if (!left) return engine.createWorkspace(setup);
  try {
    return await left.adopt(setup);
  } catch (error) {
    await left.remove(setup.stageId);
    const reason = `The runner restarted, and this stage could not go on: ${errorMessage(error)}`;
    throw new InfrastructureFailure('runner', reason);
  }
}

function pendingSteps(plan: StagePlan, stageId: number): Step[] {
  return plan.steps.map((step: PlannedStep) => ({
    id: 0,
    step_id: stageId,
    number: step.number,
    name: step.name,
    status: 'pending',
    errignore: step.ignoresFailure,
    exit_code: 0,
    version: 0,
    depends_on: step.dependsOn,
    ...(step.container?.image && !step.cacheWork ? { image: step.container.image } : {}),
    ...(step.isDetached ? { detached: true } : {}),
  }));
}

function secretValues(details: StageDetails): string[] {
  const { secrets, netrc, variables = [], outputs = [], registries = [] } = details;
  return [
    ...secrets.map(({ data }) => data),
    ...[...variables, ...outputs].filter(({ isMasked }) => isMasked).map(({ data }) => data),
    ...registries.map(({ password }) => password),
    ...(netrc ? [netrc.password] : []),
  ];
}

/** Stops the stage after a time; 0 is no limit. */
function limitTime(
  seconds: number,
  { clock, control, spentSec }: StageRun & { spentSec: number },
  finished: AbortSignal,
): void {
  startTimeout(seconds, { clock, finished, spentSec }, () =>
    control.stop({ kind: 'timed-out', seconds }),
  );
}

async function reportError(
  result: StageResult,
  stage: Stage,
  reporter: StageReporter,
  { clock, logger, machine }: StageRun,
): Promise<void> {
  logger.error({ stageId: stage.id, error: result.error }, 'running the stage failed');
  const nowSec = clock.nowSec();
  if (!reporter.hasStarted) await reporter.sendStart({ started: nowSec, machine }, []);
  await reporter.sendStage({ ...result, stopped: nowSec });
}

async function remove(
  workspace: Workspace,
  hasLeftovers: boolean,
  stage: Stage,
  logger: Logger,
): Promise<void> {
  try {
    if (hasLeftovers) await workspace.killLeftovers();
    await workspace.remove();
  } catch (error) {
    const fields = { stageId: stage.id, error: errorMessage(error) };
    logger.warn(fields, 'removing the workspace failed');
  }
}
