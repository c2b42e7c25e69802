import { toStageJson, toStepJson } from '@millrace/build-host/builds/build-mapper';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { toDetailsMessage } from '@millrace/build-host/runner-calls/details-message';
import { readStageReport, readStepReport } from '@millrace/build-host/runner-calls/read-report';
import type { CallOf, RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { isClaimedBy, processOfRunner } from '@millrace/build-rules';
import type { Stage as StageJson, Step as StepJson } from '@millrace/contract/api';
import { unauthorized } from '@millrace/contract/api-errors';
import { type DetailsMessage, RunnerConflict } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import { shortenText } from '@millrace/node-kit/truncate-text';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Contributed, IsOfKeeper, StepCallName } from '../../contributions.ts';
import type { Bus } from '../../shared/bus.ts';
import type { QueuePort } from '../queue/port.ts';
import { limitFilter, nameOf } from './caller-limits.ts';
import type { KnownCredentials } from './credentials/known-credentials.ts';
import type { DetailsReads } from './details-reads.ts';
import { forExistingRunner } from './existing-runner-details.ts';
import type { RunnerRegistry } from './runner-registry.ts';
import type { StageClaims } from './stage-claims.ts';
import type { StageContacts } from './stage-contacts.ts';
import type { StepDataCallName } from './step-calls.ts';
import type { UnschedulableRunners } from './unschedulable-runners.ts';
import { waitForBuildEnd, waitForQueue } from './wait-for-event.ts';
import type { WarnOfOwnKeys } from './warn-of-own-keys.ts';

/** Warnings of a stage that are stored, and the characters of each. */
const maxWarnings = 20;
const maxWarningLength = 500;

interface Deps {
  stages: StageStore;
  changeBuild: ChangeBuild;
  queuePort: Pick<QueuePort, 'offerStage' | 'claimStage'>;
  contributed: Pick<Contributed, 'onRunnersRestarted'>;
  claims: StageClaims;
  registry: RunnerRegistry;
  unschedulable: UnschedulableRunners;
  credentials: Pick<KnownCredentials, 'read'>;
  contacts: StageContacts;
  bus: Bus;
  /** Returns whether a build has finished; `until` unset also accepts one that was cancelled. */
  hasEnded: (buildId: number, until: 'finished' | undefined) => Promise<boolean>;
  details: DetailsReads;
  pipelineReader: PipelineReader;
  warnOfOwnKeys: WarnOfOwnKeys;
}

/** Calls of runners about stages and the states of steps, in both protocols. */
export class RunnerCalls implements Omit<RunnerCallHandlers, StepCallName | StepDataCallName> {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async requestStage(call: CallOf<'requestStage'>): Promise<StageJson | null> {
    const { caller, signal } = call;
    const { queuePort, registry, unschedulable, credentials, bus } = this.deps;
    const filter = limitFilter(caller, call.body);
    const { runner, end: endRequest } = registry.addRequest(caller, filter);
    try {
      while (!signal.aborted) {
        const queued = waitForQueue(bus, signal);
        const looked = new AbortController();
        try {
          if (caller.credential && !(await credentials.read()).has(caller.credential.id)) {
            throw unauthorized();
          }
          const isUnschedulable = await unschedulable.has(runner.name, caller.runner);
          const { stage, nextCheckMs } = isUnschedulable
            ? {}
            : await queuePort.offerStage(filter, caller.credential?.scope);
          if (stage) return toStageJson(stage);
          const again =
            nextCheckMs === undefined ? [] : [systemClock.wait(nextCheckMs, looked.signal)];
          await Promise.race([queued.promise, ...again]);
        } finally {
          queued.cancel();
          looked.abort();
        }
      }
      return null;
    } finally {
      endRequest();
    }
  }

  /** Claims a stage. A repeated call of the same process of a runner returns its claim. */
  async acceptStage({ caller, params, query }: CallOf<'acceptStage'>): Promise<StageJson> {
    const { queuePort, registry, unschedulable, contacts } = this.deps;
    const { stage: stageId } = params;
    const machine = nameOf(caller, query.machine);
    const { runner } = caller;
    registry.setName(caller, machine);
    const isUnschedulable = await unschedulable.has(machine, runner);
    const claimed = isUnschedulable
      ? undefined
      : await queuePort.claimStage(stageId, { machine, runner }, caller.credential?.scope);
    const stage = claimed ?? (await this.deps.claims.findOwnClaim(caller, stageId));
    if (!stage) throw new RunnerConflict(`Stage ${stageId} is no longer in the queue`);
    contacts.record(stageId);
    return toStageJson(stage);
  }

  /**
   * Lists stages of this runner, but not of one whose data folder was copied. A runner asks when it has restarted, so it
   * has none of its terminals.
   */
  async listClaims({ caller, query }: CallOf<'listClaims'>): Promise<StageJson[]> {
    const { runner } = caller;
    const machine = nameOf(caller, query.machine);
    const { stages, contributed } = this.deps;
    const hasRestarted: IsOfKeeper = (keeper) =>
      keeper.runner === runner && keeper.machine === machine;
    for (const end of contributed.onRunnersRestarted) await end(hasRestarted);
    const claimed = await stages.listClaimed();
    return claimed
      .filter((stage) => isClaimedBy(stage, runner) && stage.machine === machine)
      .map((stage) => toStageJson(stage));
  }

  async getStageDetails({ caller, params }: CallOf<'getStageDetails'>): Promise<DetailsMessage> {
    const stage = await this.deps.claims.requireOpenStage(caller, params.stage);
    const details = await this.deps.details.read(stage);
    // Services outside of the server may take minutes, in which the build may be canceled.
    await this.deps.claims.requireOpenStage(caller, params.stage);
    if (processOfRunner(caller.runner) !== '') return toDetailsMessage(details);
    await this.deps.warnOfOwnKeys(stage, details);
    return toDetailsMessage(await forExistingRunner(details, this.deps.pipelineReader));
  }

  async updateStage({ caller, params, body }: CallOf<'updateStage'>): Promise<StageJson> {
    const { changeBuild, contacts } = this.deps;
    const { runner } = caller;
    const { stage: id } = params;
    const kind = isFinished(body.status) ? 'finishStage' : 'startStage';
    const report = readStageReport(id, { ...body, machine: nameOf(caller, body.machine) });
    const command = { kind, runner, report } as const;
    const { stages, steps } = await changeBuild.send({ stage: id }, command);
    if (kind === 'startStage') await this.warn(id, body.warnings ?? []);
    contacts.record(id);
    const stage =
      stages.find((each) => each.id === id) ?? (await this.deps.claims.requireStage(caller, id));
    return toStageJson(stage, steps.map(toStepJson));
  }

  /** Adds what the runner says about a stage to the warnings of its build. */
  private async warn(stage: number, warnings: readonly string[]): Promise<void> {
    for (const warning of warnings.slice(0, maxWarnings)) {
      const text = shortenText(warning, maxWarningLength);
      await this.deps.changeBuild.send({ stage }, { kind: 'warn', text });
    }
  }

  async reportWait({ caller, params, body }: CallOf<'reportWait'>): Promise<void> {
    const { runner } = caller;
    const command = { kind: 'reportWait', runner, stageId: params.stage, ...body } as const;
    await this.deps.changeBuild.send({ stage: params.stage }, command);
    this.deps.contacts.record(params.stage);
  }

  async updateStep({ caller, params, body }: CallOf<'updateStep'>): Promise<StepJson> {
    const { changeBuild, contacts } = this.deps;
    const { runner } = caller;
    const { step: id } = params;
    const command = { kind: 'reportStep', runner, report: readStepReport(id, body) } as const;
    const { steps } = await changeBuild.send({ step: id }, command);
    const step = withId(steps, id);
    contacts.record(step.stageId);
    return toStepJson(step);
  }

  /** Returns true when the build has ended; false if the wait ended before that. */
  async watchBuild({ caller, params, query, signal }: CallOf<'watchBuild'>): Promise<boolean> {
    const { bus, hasEnded } = this.deps;
    const { build: buildId } = params;
    if (caller.credential) await this.deps.claims.requireBuild(caller, buildId);
    for (;;) {
      const ended = waitForBuildEnd(bus, buildId, signal);
      try {
        if (await hasEnded(buildId, query.until)) return true;
        await this.deps.claims.recordBuildCall(caller, buildId);
        if (!(await ended.promise)) return false;
      } finally {
        ended.cancel();
      }
    }
  }
}

function withId<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`There is no row with the id ${id}`);
  return row;
}
