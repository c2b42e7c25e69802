import type { Stage as StageJson, Step as StepJson } from '@millrace/contract/api';
import { findCardProblem } from '@millrace/contract/card';
import {
  type CacheAnswer,
  type DetailsMessage,
  type FileContent,
  type RunnerCallName,
  type RunnerCallTable,
  RunnerConflict,
  type TerminalOrder,
} from '@millrace/contract/runner';
import { findFilePathProblem, type UploadKind } from '@millrace/contract/step-files';
import { isFinished } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import { toStageJson, toStepJson } from '../../builds/build-mapper.ts';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { RunnerCaller } from '../../cluster/seen-runner.ts';
import type { Stage, Step } from '../../domain/build.ts';
import { foreignStage, isClaimedBy } from '../../domain/build-state/runner-reports.ts';
import type { StoreFile } from '../../domain/step-file.ts';
import type { PipelineReader } from '../../pipeline-files/pipeline-reader.ts';
import type { Ports } from '../../ports.ts';
import type { Bus } from '../../shared/bus.ts';
import type { DiskReserve } from '../../shared/disk-reserve.ts';
import { badRequest } from '../../shared/errors.ts';
import { toDetailsMessage } from './details-message.ts';
import type { DetailsReads } from './details-reads.ts';
import { forExistingRunner } from './existing-runner-details.ts';
import { readStageReport, readStepReport } from './read-report.ts';
import type { RunnerCall, RunnerCallHandlers } from './runner-call.ts';
import type { RunnerHolds } from './runner-holds.ts';
import type { RunnerRegistry } from './runner-registry.ts';
import type { StageContacts } from './stage-contacts.ts';
import { waitForBuildEnd, waitForQueue } from './wait-for-event.ts';
import type { WarnOfOwnKeys } from './warn-of-own-keys.ts';

interface Deps {
  stages: StageStore;
  changeBuild: ChangeBuild;
  ports: Pick<
    Ports,
    | 'setCard'
    | 'setOutputs'
    | 'offerStage'
    | 'claimStage'
    | 'appendLog'
    | 'replaceLog'
    | 'findCache'
    | 'loadCache'
    | 'storeCache'
    | 'keepStep'
    | 'watchKeptStep'
    | 'endOpenTerminalsOf'
    | 'releaseStep'
    | 'addTerminalOutput'
    | 'endTerminal'
  >;
  storeFile: Partial<Record<UploadKind, StoreFile>>;
  registry: RunnerRegistry;
  holds: RunnerHolds;
  contacts: StageContacts;
  bus: Bus;
  isBuildFinished: (buildId: number) => Promise<boolean>;
  details: DetailsReads;
  pipelineReader: PipelineReader;
  warnOfOwnKeys: WarnOfOwnKeys;
  /** Disk space that logs and files must leave free; null if they are not stored on this machine. */
  disk: DiskReserve | null;
}

type CallOf<Name extends RunnerCallName> = RunnerCall<RunnerCallTable[Name]>;

/**
 * Calls of runners, in both protocols. Each call is limited to stages that its runner has claimed, and
 * counts as a heartbeat for that stage.
 */
export class RunnerCalls implements RunnerCallHandlers {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async requestStage(call: CallOf<'requestStage'>): Promise<StageJson | null> {
    const { caller, body: filter, signal } = call;
    const { ports, registry, holds, bus } = this.deps;
    const { runner, end: endRequest } = registry.addRequest(caller, filter);
    try {
      while (!signal.aborted) {
        const queued = waitForQueue(bus, signal);
        const looked = new AbortController();
        try {
          const isHeld = await holds.has(runner.name, caller.runner);
          const { stage, nextCheckMs } = isHeld ? {} : await ports.offerStage(filter);
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
    const { ports, registry, holds, contacts } = this.deps;
    const { stage: stageId } = params;
    const { machine } = query;
    const { runner } = caller;
    registry.setName(caller, machine);
    const isHeld = await holds.has(machine, runner);
    const claimed = isHeld ? undefined : await ports.claimStage(stageId, { machine, runner });
    const stage = claimed ?? (await this.findOwnClaim(caller, stageId));
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
    const { machine } = query;
    const { stages, ports } = this.deps;
    await ports.endOpenTerminalsOf(
      (keeper) => keeper.runner === runner && keeper.machine === machine,
    );
    const claimed = await stages.listClaimed();
    return claimed
      .filter((stage) => isClaimedBy(stage, runner) && stage.machine === machine)
      .map((stage) => toStageJson(stage));
  }

  async getStageDetails({ caller, params }: CallOf<'getStageDetails'>): Promise<DetailsMessage> {
    const stage = await this.requireStage(caller, params.stage);
    const details = await this.deps.details.read(stage);
    if (caller.runner !== '') return toDetailsMessage(details);
    await this.deps.warnOfOwnKeys(stage, details);
    return toDetailsMessage(await forExistingRunner(details, this.deps.pipelineReader));
  }

  async updateStage({ caller, params, body }: CallOf<'updateStage'>): Promise<StageJson> {
    const { changeBuild, contacts } = this.deps;
    const { runner } = caller;
    const { stage: id } = params;
    const kind = isFinished(body.status) ? 'finishStage' : 'startStage';
    const command = { kind, runner, report: readStageReport(id, body) } as const;
    const { stages, steps } = await changeBuild.send({ stage: id }, command);
    contacts.record(id);
    const stage = stages.find((each) => each.id === id) ?? (await this.requireStage(caller, id));
    return toStageJson(stage, steps.map(toStepJson));
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

  /** Returns true when the build is finished; false if the wait ended before that. */
  async watchBuild({ caller, params, signal }: CallOf<'watchBuild'>): Promise<boolean> {
    const { bus, isBuildFinished } = this.deps;
    const { build: buildId } = params;
    for (;;) {
      const ended = waitForBuildEnd(bus, buildId, signal);
      try {
        if (await isBuildFinished(buildId)) return true;
        await this.recordBuildCall(caller, buildId);
        if (!(await ended.promise)) return false;
      } finally {
        ended.cancel();
      }
    }
  }

  async appendLogs({ caller, params, body: lines }: CallOf<'appendLogs'>): Promise<void> {
    const { step: stepId } = params;
    const { ports, bus, disk } = this.deps;
    const step = await this.requireStep(caller, stepId);
    if (!acceptsLines(step)) throw stepFinished(stepId);
    await disk?.require();
    const added = await ports.appendLog(stepId, lines);
    // Published even without new lines: another server may have stored them and crashed before it published
    // the event.
    bus.publish('logGrown', { stepId, lines: added });
  }

  /** Replaces the whole log of a step. For a detached step, the call may arrive after the step has finished. */
  async replaceLogs({ caller, params, body: lines }: CallOf<'replaceLogs'>): Promise<void> {
    const { step: stepId } = params;
    const { ports, bus, disk } = this.deps;
    const step = await this.requireStep(caller, stepId);
    if (!acceptsLines(step) && !step.isDetached) throw stepFinished(stepId);
    await disk?.require();
    await ports.replaceLog(stepId, lines);
    bus.publish('logRewritten', { stepId });
  }

  /** Stores a card. An invalid card is ignored. */
  async createCard({ caller, params, body: card }: CallOf<'createCard'>): Promise<void> {
    const { step: stepId } = params;
    await this.requireRunningStep(caller, stepId);
    if (!findCardProblem(card)) await this.deps.ports.setCard(stepId, card);
  }

  async sendFile({ caller, params, query, file, signal }: CallOf<'sendFile'>): Promise<void> {
    const { storeFile, contacts, disk } = this.deps;
    const { step: stepId } = params;
    const { kind, path } = query;
    const step = await this.requireRunningStep(caller, stepId);
    const problem = findFilePathProblem(path);
    if (problem) throw badRequest(`The path ${problem}`);
    const store = storeFile[kind];
    if (!store) throw badRequest(`This server does not accept files of the kind ${kind}`);
    await disk?.require();
    await store(step, { path, size: file.size, content: file.read() }, signal);
    contacts.record(step.stageId);
  }

  async setOutputs({ caller, params, body }: CallOf<'setOutputs'>): Promise<void> {
    const step = await this.requireRunningStep(caller, params.step);
    await this.deps.ports.setOutputs(step.stageId, body);
  }

  async findCache({ caller, params, body }: CallOf<'findCache'>): Promise<CacheAnswer> {
    const step = await this.requireRunningStep(caller, params.step);
    return await this.deps.ports.findCache(step, body);
  }

  async loadCache({ caller, params }: CallOf<'loadCache'>): Promise<FileContent> {
    const step = await this.requireRunningStep(caller, params.step);
    return await this.deps.ports.loadCache(step, params.lookup);
  }

  async saveCache({ caller, params, query, file, signal }: CallOf<'saveCache'>): Promise<void> {
    const { ports, contacts, disk } = this.deps;
    const { lookup } = params;
    const step = await this.requireRunningStep(caller, params.step);
    await disk?.require();
    const cache = { lookup, sha256: query.sha256, size: file.size, content: file.read() };
    await ports.storeCache(step, cache, signal);
    contacts.record(step.stageId);
  }

  async keepStep({ caller, params }: CallOf<'keepStep'>): Promise<{ until: number }> {
    const step = await this.requireStep(caller, params.step);
    return await this.deps.ports.keepStep(step, caller.runner);
  }

  async watchKeptStep({
    caller,
    params,
    body,
    signal,
  }: CallOf<'watchKeptStep'>): Promise<TerminalOrder[] | null> {
    const step = await this.requireStep(caller, params.step);
    return await this.deps.ports.watchKeptStep(step, body.after, signal);
  }

  async releaseStep({ caller, params }: CallOf<'releaseStep'>): Promise<void> {
    await this.deps.ports.releaseStep(await this.requireStep(caller, params.step));
  }

  async sendTerminalOutput({ caller, params, body }: CallOf<'sendTerminalOutput'>): Promise<void> {
    const step = await this.requireStep(caller, params.step);
    await this.deps.ports.addTerminalOutput(step, params.terminal, body);
  }

  async endTerminal({ caller, params, body }: CallOf<'endTerminal'>): Promise<void> {
    const step = await this.requireStep(caller, params.step);
    await this.deps.ports.endTerminal(step, params.terminal, body);
  }

  /** Finds a claim whose response was lost. Runners without an id cannot be distinguished. */
  private async findOwnClaim(
    { runner }: RunnerCaller,
    stageId: number,
  ): Promise<Stage | undefined> {
    const stage = runner ? await this.deps.stages.findById(stageId) : undefined;
    return stage?.runner === runner && stage.status === 'pending' ? stage : undefined;
  }

  private async requireStage(caller: RunnerCaller, stageId: number): Promise<Stage> {
    const stage = await this.deps.stages.findById(stageId);
    if (!isClaimedBy(stage, caller.runner)) throw new RunnerConflict(foreignStage);
    this.deps.contacts.record(stageId);
    return stage;
  }

  private async requireStep(caller: RunnerCaller, stepId: number): Promise<Step> {
    const step = await this.deps.stages.findStep(stepId);
    if (!step) throw stepFinished(stepId);
    await this.requireStage(caller, step.stageId);
    return step;
  }

  private async requireRunningStep(caller: RunnerCaller, stepId: number): Promise<Step> {
    const step = await this.requireStep(caller, stepId);
    if (isFinished(step.status)) throw stepFinished(stepId);
    return step;
  }

  /** Records a heartbeat for the runner's stages in a build. Throws if it runs none of them. */
  private async recordBuildCall(caller: RunnerCaller, buildId: number): Promise<void> {
    const stages = await this.deps.stages.list(buildId);
    const own = stages.filter(
      (stage) => isClaimedBy(stage, caller.runner) && !isFinished(stage.status),
    );
    if (own.length === 0) {
      throw new RunnerConflict(`No stage of build ${buildId} belongs to this runner`);
    }
    for (const { id } of own) this.deps.contacts.record(id);
  }
}

function withId<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`There is no row with the id ${id}`);
  return row;
}

/**
 * Returns whether a step accepts lines. A canceled step finishes before its runner stops it, so its last
 * lines arrive later.
 */
function acceptsLines(step: Step): boolean {
  return !isFinished(step.status) || step.status === 'killed';
}

function stepFinished(stepId: number): RunnerConflict {
  return new RunnerConflict(`Step ${stepId} is over`);
}
