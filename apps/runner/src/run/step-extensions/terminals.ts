import type { RunnerApi, StageDetails } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { StepSpec, Workspace } from '../../engines/engine.ts';
import type { PlannedStep } from '../../plan/stage-plan.ts';
import type { StageControl } from '../stage-control.ts';
import type { StageOutputs } from '../stage-outputs.ts';
import type { StageReporter } from '../stage-reporter.ts';
import type { StepResult } from '../stop-result.ts';
import type { LastStep, ReportedStep, StepExtension } from './step-extension.ts';
import { keepStep } from './terminals/keep-step.ts';
import type { EnteredStep } from './terminals/keeping.ts';
import { prepareTerminalMask } from './terminals/terminal-mask.ts';

interface TerminalStage {
  api: RunnerApi;
  reporter: StageReporter;
  control: StageControl;
  clock: Clock;
  logger: Logger;
  details: StageDetails;
  workspace: Workspace;
  outputs: StageOutputs;
}

/**
 * Runs terminals in the environment of the step before which the stage pauses, and of the step that failed. Terminals
 * delay a step and the removal of the workspace, so the stage also calls this extension by its name.
 */
export class TerminalExtension implements StepExtension {
  private readonly stage: TerminalStage;
  private failed: EnteredStep | undefined;

  constructor(stage: TerminalStage) {
    this.stage = stage;
  }

  /** Returns whether the container of the step is kept if the step fails. */
  keepsFailure({ isDetached, noTerminal }: PlannedStep): boolean {
    return this.stage.details.keepsFailed === true && !isDetached && !noTerminal;
  }

  /** Resolves when the step may start. */
  async pauseBefore({ name, noTerminal }: PlannedStep, spec: StepSpec): Promise<void> {
    if (name !== this.stage.details.pauseBefore || noTerminal) return;
    const entered = this.enter(spec);
    if (entered) await this.keep(entered, this.stage.control.stopped);
  }

  /** Tells people who wait for a terminal why they get none. */
  async onFinished({ plan, log }: ReportedStep, { status }: StepResult): Promise<void> {
    const { keepsFailed, pauseBefore } = this.stage.details;
    const { name, isDetached, noTerminal } = plan;
    const isKept = keepsFailed && !isDetached && status === 'failure';
    if (noTerminal === undefined || !(isKept || name === pauseBefore)) return;
    await log.addNote(`[millrace] No terminal: ${noTerminal}.`);
  }

  /** Keeps a failed step of a debug build while its services still run; others are kept after the stage. */
  async onStepsEnded({ plan, spec, hasFailed }: LastStep): Promise<void> {
    const { details, control } = this.stage;
    if (!details.keepsFailed || !hasFailed || plan.noTerminal !== undefined) return;
    const entered = this.enter(spec);
    if (!entered) return;
    if (details.build.debug) await this.keep(entered, control.stopped);
    else this.failed = entered;
  }

  /** Whether there is a failed step to keep after the stage. */
  get hasFailedStep(): boolean {
    return this.failed !== undefined;
  }

  /** Runs terminals in the environment of the failed step until it is no longer wanted. */
  async keepFailedStep(signal: AbortSignal): Promise<void> {
    if (this.failed) await this.keep(this.failed, signal);
  }

  private enter(spec: StepSpec): EnteredStep | undefined {
    const { reporter, outputs } = this.stage;
    const id = reporter.idOf(spec.number);
    const { allSecrets: secrets, maskSecrets } = outputs;
    return id === undefined ? undefined : { id, spec, secrets, maskSecrets };
  }

  private async keep(step: EnteredStep, signal: AbortSignal): Promise<void> {
    const createMask = await prepareTerminalMask(step.secrets);
    await keepStep(step, { ...this.stage, createMask }, signal);
  }
}
