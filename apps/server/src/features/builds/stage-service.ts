import type { Stage, Step } from '@millrace/contract/api';
import { RunnerConflict } from '@millrace/contract/runner';
import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Database, Db } from '../../db/database.ts';
import type { BuildRow, StageRow, StepRow } from '../../db/tables.ts';
import { finalBuildStatus, releaseStages } from '../../domain/stage-graph.ts';
import { nextStageStatus, nextStepStatus, type StepCommand } from '../../domain/transitions.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Events } from '../../shared/events.ts';
import { BuildStore } from './build-store.ts';
import { StageStore } from './stage-store.ts';

const errorTextLimit = 500;

interface Parts {
  db: Database;
  events: Events;
  clock: Clock;
}

interface Change {
  build: BuildRow;
  endedStepIds?: number[];
  hasReleased?: boolean;
}

/** Carries the reports of runners into builds: each report is one transaction, then one event. */
export class StageService {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** The stage runs: its steps are known from now on. */
  async startStage(machine: string, report: Stage): Promise<void> {
    const now = this.parts.clock.nowSec();
    await this.change(async (db) => {
      const stages = new StageStore(db);
      const row = await requireOpenStage(stages, machine, report.id);
      if (!nextStageStatus(row.status, { kind: 'start' })) {
        throw new RunnerConflict(`Stage ${row.id} runs already`);
      }
      await stages.update(row.id, {
        status: 'running',
        started: report.started || now,
        updated: now,
      });
      await stages.insertSteps((report.steps ?? []).map((step) => newStepRow(row.id, step)));
      return { build: await markStarted(db, row.build_id, now) };
    });
  }

  /** The stage is over: its steps end with it, and stages that waited for it are released. */
  async finishStage(machine: string, report: Stage): Promise<void> {
    await this.change(async (db) => {
      const stages = new StageStore(db);
      const row = await requireOpenStage(stages, machine, report.id);
      return this.endStage(db, row, {
        status: report.status,
        error: report.error ?? '',
        exitCode: report.exit_code,
        started: report.started,
        stopped: report.stopped,
        steps: report.steps ?? [],
      });
    });
  }

  /** The runner is gone: the stage and its running step say so. */
  async failLostStage(lost: StageRow, reason: string): Promise<void> {
    await this.change((db) =>
      this.endStage(db, lost, {
        status: 'error',
        error: reason,
        exitCode: 255,
        started: lost.started,
        stopped: 0,
        steps: [],
      }),
    );
  }

  async updateStep(machine: string, report: Step): Promise<StepRow> {
    const now = this.parts.clock.nowSec();
    const updated: StepRow[] = [];
    await this.change(async (db) => {
      const stages = new StageStore(db);
      const row = await stages.findStep(report.id);
      if (!row) throw new RunnerConflict(`There is no step ${report.id}`);
      const stage = await requireOpenStage(stages, machine, row.stage_id);
      if (!nextStepStatus(row.status, commandOf(report.status))) {
        throw new RunnerConflict(`Step ${row.id} is ${row.status}, it cannot be ${report.status}`);
      }
      updated.push(await stages.updateStep(row.id, stepChanges(report)));
      return {
        build: await new BuildStore(db).update(stage.build_id, { updated: now }),
        endedStepIds: isFinished(report.status) ? [row.id] : [],
      };
    });
    const [step] = updated;
    if (!step) throw new RunnerConflict(`There is no step ${report.id}`);
    return step;
  }

  private async endStage(
    db: Db,
    row: StageRow,
    end: {
      status: Status;
      error: string;
      exitCode: number;
      started: number;
      stopped: number;
      steps: Step[];
    },
  ): Promise<Change> {
    const now = this.parts.clock.nowSec();
    if (!nextStageStatus(row.status, { kind: 'finish', status: end.status })) {
      throw new RunnerConflict(`Stage ${row.id} is ${row.status}, it cannot be ${end.status}`);
    }
    const stages = new StageStore(db);
    const reported = new Map(end.steps.map((step) => [step.number, step]));
    const endedStepIds: number[] = [];
    for (const step of await stages.listSteps([row.id])) {
      if (isFinished(step.status)) continue;
      const report = reported.get(step.number);
      const changes =
        report && isFinished(report.status)
          ? stepChanges(report)
          : endedWithStage(step, end.status, end.error, now);
      await stages.updateStep(step.id, changes);
      endedStepIds.push(step.id);
    }
    await stages.update(row.id, {
      status: end.status,
      error: end.error.slice(0, errorTextLimit),
      exit_code: end.exitCode,
      started: end.started || row.started || now,
      stopped: end.stopped || now,
      updated: now,
    });
    return { ...(await advanceBuild(db, row.build_id, now)), endedStepIds };
  }

  private async change(run: (db: Db) => Promise<Change>): Promise<void> {
    const { events, db } = this.parts;
    const change = await db.transaction().execute(run);
    const { build } = change;
    for (const stepId of change.endedStepIds ?? []) events.emit('logEnded', { stepId });
    events.emit('buildChanged', { repoId: build.repo_id, buildId: build.id });
    if (change.hasReleased) events.emit('stageQueued');
    if (isFinished(build.status)) events.emit('buildEnded', { buildId: build.id });
  }
}

/** Every report is bound to the machine that claimed the stage, and late ones are refused. */
async function requireOpenStage(
  stages: StageStore,
  machine: string,
  stageId: number,
): Promise<StageRow> {
  const row = await stages.findById(stageId);
  if (!row || row.machine !== machine || isFinished(row.status)) {
    throw new RunnerConflict(`Stage ${stageId} is over or belongs to another runner`);
  }
  return row;
}

async function markStarted(db: Db, buildId: number, now: number): Promise<BuildRow> {
  const builds = new BuildStore(db);
  const build = await builds.findById(buildId);
  const isFirst = build?.status === 'pending';
  return builds.update(buildId, {
    ...(isFirst ? { status: 'running', started: now } : {}),
    updated: now,
  });
}

/** Releases the stages that waited, and ends the build when none can change any more. */
async function advanceBuild(db: Db, buildId: number, now: number): Promise<Change> {
  const builds = new BuildStore(db);
  const stages = new StageStore(db);
  const rows = await builds.listStages(buildId);
  const released = releaseStages(
    rows.map((row) => ({
      name: row.name,
      status: row.status,
      dependsOn: JSON.parse(row.depends_on),
      onSuccess: row.on_success === 1,
      onFailure: row.on_failure === 1,
    })),
  );
  for (const row of rows) {
    const status = released.get(row.name);
    if (status && row.status === 'waiting_on_dependencies') {
      await stages.update(row.id, { status, updated: now });
    }
  }
  const status = finalBuildStatus(await builds.listStages(buildId));
  const build = await builds.update(
    buildId,
    status ? { status, finished: now, updated: now } : { updated: now },
  );
  return { build, hasReleased: [...released.values()].includes('pending') };
}

function newStepRow(stageId: number, step: Step): Omit<StepRow, 'id'> {
  return {
    stage_id: stageId,
    number: step.number,
    name: step.name,
    status: 'pending',
    error: '',
    errignore: step.errignore ? 1 : 0,
    exit_code: 0,
    started: 0,
    stopped: 0,
    version: 1,
    depends_on: JSON.stringify(step.depends_on ?? []),
    image: step.image ?? '',
    detached: step.detached ? 1 : 0,
    schema: '',
  };
}

function commandOf(status: Status): StepCommand {
  return status === 'running' ? { kind: 'start' } : { kind: 'finish', status };
}

function stepChanges(report: Step) {
  return {
    status: report.status,
    error: (report.error ?? '').slice(0, errorTextLimit),
    exit_code: report.exit_code,
    started: report.started ?? 0,
    stopped: report.stopped ?? 0,
  };
}

function endedWithStage(step: StepRow, stageStatus: Status, error: string, now: number) {
  if (step.status !== 'running') return { status: 'skipped' as const };
  const status = stageStatus === 'killed' ? ('killed' as const) : ('error' as const);
  return { status, error: error.slice(0, errorTextLimit), exit_code: 255, stopped: now };
}
