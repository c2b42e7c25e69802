import type { Line, Stage, Step } from '@millrace/contract/api';
import { type Card, findCardProblem } from '@millrace/contract/card';
import {
  RunnerConflict,
  type StageDetails,
  type StageFilter,
  type StageReport,
  type StepReport,
} from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { StageRow, StepRow } from '../db/tables.ts';
import { toStageJson, toStepJson } from '../features/builds/build-mapper.ts';
import type { BuildStore } from '../features/builds/build-store.ts';
import { requireClaim } from '../features/builds/stage-claim.ts';
import type { StageService } from '../features/builds/stage-service.ts';
import type { StageStore } from '../features/builds/stage-store.ts';
import type { CardService } from '../features/cards/card-service.ts';
import type { LogStore } from '../features/logs/log-store.ts';
import type { QueueService } from '../features/queue/queue-service.ts';
import type { RunnerCaller, RunnerRegistry } from '../features/queue/runner-registry.ts';
import type { Events } from '../shared/events.ts';
import type { StageContacts } from './stage-contacts.ts';
import { waitForBuildEnd, waitForStageQueued } from './wait-for-event.ts';

interface Parts {
  builds: BuildStore;
  stages: StageStore;
  stageService: StageService;
  logs: LogStore;
  cards: CardService;
  queue: QueueService;
  registry: RunnerRegistry;
  contacts: StageContacts;
  events: Events;
  isBuildOver: (buildId: number) => Promise<boolean>;
  readDetails: (stage: StageRow) => Promise<StageDetails>;
}

/**
 * What runners may do, whichever way they call. Every call is bound to the stage that its caller has
 * claimed, and every call is a sign of life for that stage.
 */
export class RunnerCalls {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async requestStage(
    caller: RunnerCaller,
    filter: StageFilter,
    signal: AbortSignal,
  ): Promise<Stage | null> {
    const { queue, registry, events } = this.parts;
    const endRequest = registry.addRequest(caller, filter);
    try {
      while (!signal.aborted) {
        const queued = waitForStageQueued(events, signal);
        const match = await queue.findNext(filter);
        if (match) {
          queued.cancel();
          return toStageJson(match);
        }
        await queued.promise;
      }
      return null;
    } finally {
      endRequest();
    }
  }

  /** Claims a stage; one that the same start of a runner has claimed already is its own. */
  async acceptStage(caller: RunnerCaller, stageId: number, machine: string): Promise<Stage> {
    const { queue, registry, contacts } = this.parts;
    const { runner } = caller;
    const claimed = await queue.claim(stageId, { machine, runner });
    const row = claimed ?? (await this.findOwnClaim(caller, stageId));
    if (!row) throw new RunnerConflict(`Stage ${stageId} is no longer in the queue`);
    registry.setName(caller, machine);
    contacts.note(stageId);
    return toStageJson(row);
  }

  async getStageDetails(caller: RunnerCaller, stageId: number): Promise<StageDetails> {
    return this.parts.readDetails(await this.requireStage(caller, stageId));
  }

  async updateStage(caller: RunnerCaller, report: StageReport): Promise<Stage> {
    const { stageService, stages } = this.parts;
    if (isFinished(report.status)) await stageService.finishStage(caller.runner, report);
    else await stageService.startStage(caller.runner, report);
    const row = await this.requireStage(caller, report.id);
    return toStageJson(row, (await stages.listSteps([row.id])).map(toStepJson));
  }

  async updateStep(caller: RunnerCaller, report: StepReport & { id: number }): Promise<Step> {
    const row = await this.parts.stageService.updateStep(caller.runner, report);
    this.parts.contacts.note(row.stage_id);
    return toStepJson(row);
  }

  /** True once the build is over, false when the wait ended before that. */
  async watchBuild(caller: RunnerCaller, buildId: number, signal: AbortSignal): Promise<boolean> {
    const { events, isBuildOver } = this.parts;
    const ended = waitForBuildEnd(events, buildId, signal);
    try {
      if (await isBuildOver(buildId)) return true;
      await this.noteBuild(caller, buildId);
      return await ended.promise;
    } finally {
      ended.cancel();
    }
  }

  async appendLogs(caller: RunnerCaller, stepId: number, lines: Line[]): Promise<void> {
    const { logs, events } = this.parts;
    const step = await this.requireStep(caller, stepId);
    if (!takesLines(step)) throw stepOver(stepId);
    if (await logs.append(stepId, lines)) events.emit('logGrown', { stepId });
  }

  /** The whole log of a step in place of what came before; that of a detached step may come late. */
  async replaceLogs(caller: RunnerCaller, stepId: number, lines: Line[]): Promise<void> {
    const { logs, events } = this.parts;
    const step = await this.requireStep(caller, stepId);
    if (!takesLines(step) && step.detached === 0) throw stepOver(stepId);
    await logs.replace(stepId, lines);
    events.emit('logGrown', { stepId });
  }

  /** A card that breaks the rules is dropped. */
  async createCard(caller: RunnerCaller, stepId: number, card: Card): Promise<void> {
    const step = await this.requireStep(caller, stepId);
    if (isFinished(step.status)) throw stepOver(stepId);
    if (!findCardProblem(card)) await this.parts.cards.set(stepId, card);
  }

  /** The claim of an answer that got lost on its way; runners without an id cannot be told apart. */
  private async findOwnClaim(
    { runner }: RunnerCaller,
    stageId: number,
  ): Promise<StageRow | undefined> {
    const row = runner ? await this.parts.stages.findById(stageId) : undefined;
    return row?.runner === runner && row.status === 'pending' ? row : undefined;
  }

  private async requireStage(caller: RunnerCaller, stageId: number): Promise<StageRow> {
    const row = await this.parts.stages.findById(stageId);
    requireClaim(row, caller.runner);
    this.parts.contacts.note(stageId);
    return row;
  }

  private async requireStep(caller: RunnerCaller, stepId: number): Promise<StepRow> {
    const step = await this.parts.stages.findStep(stepId);
    if (!step) throw stepOver(stepId);
    await this.requireStage(caller, step.stage_id);
    return step;
  }

  /** Who watches a build carries out one of its stages. */
  private async noteBuild(caller: RunnerCaller, buildId: number): Promise<void> {
    const rows = await this.parts.builds.listStages(buildId);
    const own = rows.filter(
      (row) => row.machine !== '' && row.runner === caller.runner && !isFinished(row.status),
    );
    if (own.length === 0) {
      throw new RunnerConflict(`No stage of build ${buildId} belongs to this runner`);
    }
    for (const row of own) this.parts.contacts.note(row.id);
  }
}

/** A cancel ends a step before its runner does: what it printed until then comes afterwards. */
function takesLines(step: StepRow): boolean {
  return !isFinished(step.status) || step.status === 'killed';
}

function stepOver(stepId: number): RunnerConflict {
  return new RunnerConflict(`Step ${stepId} is over`);
}
