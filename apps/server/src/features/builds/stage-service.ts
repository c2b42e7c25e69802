import { findCardProblem } from '@millrace/contract/card';
import { RunnerConflict, type StageReport, type StepReport } from '@millrace/contract/runner';
import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Database, Db } from '../../db/database.ts';
import type { BuildRow, NewStepRow, StageRow, StepRow } from '../../db/tables.ts';
import { nextStageStatus, nextStepStatus, type StepCommand } from '../../domain/transitions.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Events } from '../../shared/events.ts';
import { advanceBuild } from './advance-build.ts';
import { BuildStore } from './build-store.ts';
import { requireClaim } from './stage-claim.ts';
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
  /** Whether there may be something new to hand out. */
  hasQueued?: boolean;
}

/** Nothing was changed: the report was taken before. */
const unchanged = null;

/** Carries the reports of runners into builds: each report is one transaction, then one event. */
export class StageService {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** The stage runs: its steps are known from now on. */
  async startStage(runner: string, report: StageReport): Promise<void> {
    const now = this.parts.clock.nowSec();
    await this.change(async (db) => {
      const stages = new StageStore(db);
      const row = requireReportable(await stages.findById(report.id), runner, report);
      if (row.status === 'running') return unchanged;
      if (!nextStageStatus(row.status, { kind: 'start' })) {
        throw new RunnerConflict(`Stage ${row.id} is ${row.status}, it cannot start`);
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
  async finishStage(runner: string, report: StageReport): Promise<void> {
    await this.change(async (db) => {
      const row = requireReportable(await new StageStore(db).findById(report.id), runner, report);
      if (row.status === report.status) return unchanged;
      return this.endStage(db, row, {
        status: report.status,
        error: report.error ?? '',
        exitCode: report.exit_code ?? 0,
        started: report.started ?? 0,
        stopped: report.stopped ?? 0,
        steps: report.steps ?? [],
      });
    });
  }

  /** The runner is gone: the stage and its running step say so, unless it was heard of meanwhile. */
  async failLostStage(lost: StageRow, reason: string): Promise<void> {
    await this.change(async (db) => {
      const row = await new StageStore(db).findById(lost.id);
      if (row?.version !== lost.version) return unchanged;
      return this.endStage(db, row, {
        status: 'error',
        error: reason,
        exitCode: 255,
        started: row.started,
        stopped: 0,
        steps: [],
      });
    });
  }

  /** The runner is gone before it began: another may have the stage. */
  async requeueLostStage(lost: StageRow): Promise<void> {
    const now = this.parts.clock.nowSec();
    await this.change(async (db) => {
      const stages = new StageStore(db);
      const row = await stages.findById(lost.id);
      if (row?.version !== lost.version) return unchanged;
      await stages.update(row.id, { machine: '', runner: '', updated: now });
      const build = await new BuildStore(db).update(row.build_id, { updated: now });
      return { build, hasQueued: true };
    });
  }

  async updateStep(runner: string, report: StepReport & { id: number }): Promise<StepRow> {
    const now = this.parts.clock.nowSec();
    const updated: StepRow[] = [];
    await this.change(async (db) => {
      const stages = new StageStore(db);
      const row = await stages.findStep(report.id);
      if (!row) throw new RunnerConflict(`There is no step ${report.id}`);
      const stage = await stages.findById(row.stage_id);
      requireClaim(stage, runner);
      if (!runner && report.version !== row.version) {
        throw new RunnerConflict(`Step ${row.id} was changed by somebody else`);
      }
      if (row.status === report.status) {
        updated.push(row);
        return unchanged;
      }
      if (isFinished(stage.status) || !nextStepStatus(row.status, commandOf(report.status))) {
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
      steps: StepReport[];
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
    // A stage that ends makes room where it held others back.
    return { build: await advanceBuild(db, row.build_id, now), endedStepIds, hasQueued: true };
  }

  private async change(run: (db: Db) => Promise<Change | null>): Promise<void> {
    const { events, db } = this.parts;
    const change = await db.transaction().execute(run);
    if (!change) return;
    const { build } = change;
    for (const stepId of change.endedStepIds ?? []) events.emit('logEnded', { stepId });
    events.emit('buildChanged', { repoId: build.repo_id, buildId: build.id });
    if (change.hasQueued) events.emit('stageQueued');
    if (isFinished(build.status)) events.emit('buildEnded', { buildId: build.id });
  }
}

/**
 * Only the runner that claimed a stage may report on it. Runners that send no id are known by their
 * machine's name and by the version that they saw last.
 */
function requireReportable(
  row: StageRow | undefined,
  runner: string,
  report: StageReport,
): StageRow {
  requireClaim(row, runner);
  const isSameMachine = row.machine === report.machine && row.version === report.version;
  if (!runner && !isSameMachine) {
    throw new RunnerConflict(`Stage ${row.id} was changed by somebody else`);
  }
  if (isFinished(row.status) && row.status !== report.status) {
    throw new RunnerConflict(`Stage ${row.id} is over`);
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

function newStepRow(stageId: number, step: StepReport): NewStepRow {
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

function stepChanges(report: StepReport) {
  return {
    status: report.status,
    error: (report.error ?? '').slice(0, errorTextLimit),
    exit_code: report.exit_code ?? 0,
    started: report.started ?? 0,
    stopped: report.stopped ?? 0,
    ...(hasSchema(report) ? { schema: report.schema } : {}),
  };
}

function hasSchema(report: StepReport): report is StepReport & { schema: string } {
  return report.schema !== undefined && !findCardProblem({ schema: report.schema, data: {} });
}

function endedWithStage(step: StepRow, stageStatus: Status, error: string, now: number) {
  if (step.status !== 'running') return { status: 'skipped' as const };
  const status = stageStatus === 'killed' ? ('killed' as const) : ('error' as const);
  return { status, error: error.slice(0, errorTextLimit), exit_code: 255, stopped: now };
}
