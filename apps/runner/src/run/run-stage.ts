import type { Stage } from '@millrace/contract/api';
import type { Workspace } from '../engines/engine.ts';
import { workspaceEnvironment } from '../plan/environment.ts';
import { secretFinder } from '../plan/fill-secrets.ts';
import { homeFiles } from '../plan/home-files.ts';
import { isTriggered } from '../plan/is-triggered.ts';
import { missingReason } from '../plan/missing-secrets.ts';
import { planStage } from '../plan/plan-stage.ts';
import { cleansUp, cleanUp, defaultCleanUpSec } from './clean-up.ts';
import { createSecretMask, createSmallSecretMask } from './logs/secret-mask.ts';
import { openWorkspace } from './open-workspace.ts';
import { pendingSteps } from './pending-steps.ts';
import { readDetails } from './read-details.ts';
import { type ReadStage, readStage } from './read-stage.ts';
import { removeWorkspace } from './remove-workspace.ts';
import { runSteps } from './run-steps.ts';
import { secretValues } from './secret-values.ts';
import { StageOutputs } from './stage-outputs.ts';
import { StageReporter } from './stage-reporter.ts';
import { type StageResult, stageResult } from './stage-result.ts';
import type { StageRun } from './stage-run.ts';
import { startTimeout } from './start-timeout.ts';
import { createExtensions } from './step-extensions/create-extensions.ts';
import { TerminalExtension } from './step-extensions/terminals.ts';
import { errorResult } from './stop-result.ts';
import { takeOverSteps } from './take-over-steps.ts';
import { watchCancel } from './watch-cancel.ts';

/** A stage with its workspace. */
interface OpenStage extends ReadStage {
  workspace: Workspace;
  reporter: StageReporter;
  outputs: StageOutputs;
  terminals: TerminalExtension;
  /** Aborts when the steps have ended; services may still run. */
  stepsEnded: AbortController;
}

/** Runs a claimed stage, from the request for its details to its last report. Never rejects. */
export async function runStage(stage: Stage, run: StageRun): Promise<void> {
  const { api, control, clock } = run;
  const reporter = new StageReporter({ ...run, stage });
  const finished = new AbortController();
  const stepsEnded = new AbortController();
  const watched = new AbortController();
  const watching = watchCancel({ api, buildId: stage.build_id, control, clock }, watched.signal);
  let open: OpenStage | undefined;
  let hasLeftovers = true;
  let maskSecrets = createSmallSecretMask([]);
  let hasFailed = false;
  try {
    const message = await reporter.call((server) =>
      server.getStageDetails({ params: { stage: stage.id } }),
    );
    if (!message) return;
    const details = { ...readDetails(message), stage };
    const secrets = secretValues(details);
    maskSecrets = await createSecretMask(secrets);
    const limitTime = createTimeLimit(
      stage,
      run,
      AbortSignal.any([finished.signal, stepsEnded.signal]),
    );
    limitTime(details.repo.timeout * 60);
    const read = await readStage(details, run);
    if (!isTriggered(read.pipeline, details))
      return await skipStage(read.startedAtSec, reporter, run);
    limitTime(read.pipeline.timeoutSec);
    const onWait = (reason: string) => void reporter.sendWait(maskSecrets(reason));
    const workspace = await openWorkspace(read, run, onWait);
    const outputs = new StageOutputs(details.outputs ?? [], secrets, maskSecrets);
    const terminals = new TerminalExtension({ ...run, reporter, details, workspace, outputs });
    open = { ...read, workspace, reporter, outputs, terminals, stepsEnded };
    const result = await runPlan(open, run);
    await workspace.killLeftovers();
    hasLeftovers = false;
    // The report may end the build, and the server answers the watch the same for an end as for a cancel.
    watched.abort();
    hasFailed = result.status === 'failure' && !control.cause;
    await reporter.sendStage({ ...result, stopped: clock.nowSec() });
  } catch (error) {
    const result = errorResult(error);
    await reportError({ ...result, error: maskSecrets(result.error ?? '') }, stage, reporter, run);
    hasFailed = false;
  } finally {
    finished.abort();
    watched.abort();
    await watching;
    if (open && hasFailed && open.terminals.hasFailedStep && !control.lost.aborted) {
      keepWorkspace(open, run);
    } else if (open)
      await removeWorkspace(open.workspace, { stageId: stage.id, hasLeftovers }, run);
  }
}

/** Plans the steps of a stage and runs them in its workspace. */
async function runPlan(open: OpenStage, run: StageRun): Promise<StageResult> {
  const { details, pipeline, included, startedAtSec, base, workspace, reporter } = open;
  const { control, machine, engine, settings, cleanUpSec = defaultCleanUpSec } = run;
  const environment = { ...base, ...workspaceEnvironment(workspace.sourceDir, pipeline) };
  const secretValue = secretFinder(details.secrets);
  const secrets = { secretValue, missingReason: missingReason(details) };
  const plan = planStage({ details, pipeline, included, environment, ...secrets, settings });
  workspace.prepare?.(plan.steps);
  await workspace.writeHomeFiles(homeFiles(details));
  const stored = await reporter.sendStart(
    {
      started: startedAtSec,
      machine,
      host: engine.describeHost?.(),
      ...(cleansUp(plan, cleanUpSec) ? { cleans_up: true } : {}),
    },
    pendingSteps(plan, details.stage.id),
    plan.steps.flatMap(({ name, missingSecrets = [] }) =>
      missingSecrets.map((text) => `Step "${name}": ${text}`),
    ),
  );
  const shared = { ...run, ...open, cleanUpSec };
  const earlier = run.orphaned ? await takeOverSteps(stored, plan, shared) : new Map();
  const context = { ...shared, earlier, extensions: createExtensions(shared) };
  const { results, cleaning } = await runSteps(plan, context);
  if (cleaning.length > 0) {
    const extensions = createExtensions({ ...shared, control: control.cleanUp });
    await cleanUp(cleaning, { ...context, extensions });
  }
  return stageResult(results, control.cause);
}

async function skipStage(
  started: number,
  reporter: StageReporter,
  { clock, machine }: StageRun,
): Promise<void> {
  await reporter.sendStart({ started, machine }, []);
  await reporter.sendStage({ status: 'skipped', exit_code: 0, stopped: clock.nowSec() });
}

/** Keeps a workspace for terminals after the end of its stage, then removes it. */
function keepWorkspace({ details, workspace, terminals }: OpenStage, run: StageRun): void {
  run.keptSteps.add(async (signal) => {
    await terminals.keepFailedStep(signal);
    await removeWorkspace(workspace, { stageId: details.stage.id, hasLeftovers: true }, run);
  });
}

/** Returns a function that stops the stage after a time since its start; 0 is no limit. */
function createTimeLimit({ started }: Stage, run: StageRun, finished: AbortSignal) {
  const { clock, control, orphaned } = run;
  const spentSec = orphaned ? clock.nowSec() - (started || clock.nowSec()) : 0;
  return (seconds: number) =>
    startTimeout(seconds, { clock, finished, spentSec }, () => {
      // A second stop would end the steps that clean up after a cancel.
      if (!control.cause) control.stop({ kind: 'timed-out', seconds });
    });
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
