import type { Stage } from '@millrace/contract/api';
import { findCardProblem } from '@millrace/contract/card';
import { type RunnerApi, RunnerConflict, type StageDetails } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { StageRow } from '../db/tables.ts';
import { toStageJson, toStepJson } from '../features/builds/build-mapper.ts';
import type { StageService } from '../features/builds/stage-service.ts';
import type { StageStore } from '../features/builds/stage-store.ts';
import type { CardService } from '../features/cards/card-service.ts';
import type { LogStore } from '../features/logs/log-store.ts';
import type { QueueService } from '../features/queue/queue-service.ts';
import type { Clock } from '../shared/clock.ts';
import type { Events } from '../shared/events.ts';
import { waitForBuildEnd, waitForStageQueued } from './wait-for-event.ts';

interface Parts {
  stages: StageStore;
  service: StageService;
  logs: LogStore;
  cards: CardService;
  queue: QueueService;
  events: Events;
  clock: Clock;
  isBuildOver: (buildId: number) => Promise<boolean>;
  readDetails: (stage: StageRow) => Promise<StageDetails>;
}

/** The runner interface for a runner in this process. Every call is bound to its machine name. */
export function createInProcessRunnerApi(parts: Parts, machine: string): RunnerApi {
  const { stages, service, logs, events } = parts;

  const readStage = async (id: number): Promise<Stage> => {
    const row = await requireStage(id);
    return toStageJson(row, (await stages.listSteps([id])).map(toStepJson));
  };
  const requireStage = async (id: number): Promise<StageRow> => {
    const row = await stages.findById(id);
    if (!row || row.machine !== machine) {
      throw new RunnerConflict(`Stage ${id} belongs to another runner`);
    }
    return row;
  };
  const requireOpenStep = async (id: number): Promise<void> => {
    const step = await stages.findStep(id);
    if (!step || isFinished(step.status)) throw new RunnerConflict(`Step ${id} is over`);
    await requireStage(step.stage_id);
  };

  return {
    async requestStage(filter, signal) {
      while (!signal.aborted) {
        const queued = waitForStageQueued(events, signal);
        const match = await parts.queue.findNext(filter);
        if (match) {
          queued.cancel();
          return toStageJson(match);
        }
        await queued.promise;
      }
      return null;
    },

    async acceptStage(stageId, name) {
      const row = await stages.claim(stageId, name, parts.clock.nowSec());
      if (!row) throw new RunnerConflict(`Stage ${stageId} is no longer in the queue`);
      return toStageJson(row);
    },

    async getStageDetails(stageId) {
      return parts.readDetails(await requireStage(stageId));
    },

    async updateStage(stage) {
      if (isFinished(stage.status)) await service.finishStage(machine, stage);
      else await service.startStage(machine, stage);
      return readStage(stage.id);
    },

    async updateStep(step) {
      return toStepJson(await service.updateStep(machine, step));
    },

    async watchBuild(buildId, signal) {
      const ended = waitForBuildEnd(events, buildId, signal);
      if (await parts.isBuildOver(buildId)) {
        ended.cancel();
        return true;
      }
      return ended.promise;
    },

    async appendLogs(stepId, lines) {
      await requireOpenStep(stepId);
      if (await logs.append(stepId, lines)) events.emit('logGrown', { stepId });
    },

    async createCard(stepId, card) {
      await requireOpenStep(stepId);
      if (!findCardProblem(card)) await parts.cards.set(stepId, card);
    },
  };
}
