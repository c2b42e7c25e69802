import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Database, Db } from '../../db/database.ts';
import type { BuildRow, RepoRow, StageRow } from '../../db/tables.ts';
import { type RepoRules, supersedes } from '../../domain/build-rules.ts';
import { nextStageStatus, nextStepStatus } from '../../domain/transitions.ts';
import type { Clock } from '../../shared/clock.ts';
import { badRequest, forbidden, notFound } from '../../shared/errors.ts';
import type { Events } from '../../shared/events.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { advanceBuild } from './advance-build.ts';
import { BuildStore } from './build-store.ts';
import { StageStore } from './stage-store.ts';

/** Exit code of what a cancel killed, as existing runners report it. */
const killedExitCode = 130;

interface Parts {
  db: Database;
  events: Events;
  clock: Clock;
}

interface Ended {
  build: BuildRow;
  stepIds: number[];
}

/** What people, and newer builds, do to builds that are not over: cancel, approve, decline. */
export class BuildControl {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Ends a build that is not over; one that is over stays as it is. */
  async cancel(
    repo: RepoRow,
    person: { login: string; canWrite: boolean },
    number: number,
  ): Promise<BuildRow> {
    const build = await this.requireBuild(repo, number);
    if (!person.canWrite && build.trigger !== person.login && build.sender !== person.login) {
      throw forbidden('You need write permission to cancel a build that somebody else started');
    }
    if (isFinished(build.status)) return build;
    return this.publish(await this.end(build.id, 'killed'));
  }

  /** Skips the older builds that a new one makes superfluous. */
  async supersede(rules: RepoRules, build: BuildRow): Promise<void> {
    if (!rules.autoCancelPullRequests && !rules.autoCancelPushes) return;
    const open = await new BuildStore(this.parts.db).listUnfinished(build.repo_id);
    for (const older of open.filter((row) => supersedes(rules, build, row))) {
      // The new build is there already: nobody would ask for this once more.
      this.publish(await whileBusy(() => this.end(older.id, 'skipped')));
    }
  }

  /** Lets a blocked stage run, after the stages that it depends on. */
  async approve(repo: RepoRow, buildNumber: number, stageNumber: number): Promise<void> {
    await this.decide(repo, buildNumber, (rows) => {
      const row = rows.find((stage) => stage.number === stageNumber);
      if (!row) throw notFound();
      const hasDependencies = JSON.parse(row.depends_on).length > 0;
      const status = nextStageStatus(row.status, { kind: 'approve', hasDependencies });
      if (!status) throw badRequest(`Cannot approve a Pipeline with Status "${row.status}"`);
      return [{ id: row.id, status }];
    });
  }

  /** Refuses a blocked stage; without a number, every blocked stage. */
  async decline(repo: RepoRow, buildNumber: number, stageNumber?: number): Promise<void> {
    await this.decide(repo, buildNumber, (rows, build) => {
      const wanted = rows.filter((row) =>
        stageNumber === undefined ? row.status === 'blocked' : row.number === stageNumber,
      );
      if (wanted.length === 0 && stageNumber !== undefined) throw notFound();
      const declined = wanted.flatMap((row) => {
        const status = nextStageStatus(row.status, { kind: 'decline' });
        return status ? [{ id: row.id, status }] : [];
      });
      if (declined.length > 0) return declined;
      const status = wanted[0]?.status ?? build.status;
      throw badRequest(`Cannot decline a Pipeline with Status "${status}"`);
    });
  }

  /** Gives stages the status that somebody chose, and carries on with what follows from that. */
  private async decide(
    repo: RepoRow,
    buildNumber: number,
    choose: (rows: StageRow[], build: BuildRow) => { id: number; status: Status }[],
  ): Promise<void> {
    const found = await this.requireBuild(repo, buildNumber);
    const now = this.parts.clock.nowSec();
    const build = await this.parts.db.transaction().execute(async (trx) => {
      const stages = new StageStore(trx);
      const chosen = choose(await new BuildStore(trx).listStages(found.id), found);
      for (const { id, status } of chosen) await stages.update(id, { status, updated: now });
      return advanceBuild(trx, found.id, now);
    });
    this.publish({ build, stepIds: [] });
  }

  private async requireBuild(repo: RepoRow, number: number): Promise<BuildRow> {
    const build = await new BuildStore(this.parts.db).findByNumber(repo.id, number);
    if (!build) throw notFound();
    return build;
  }

  private end(buildId: number, status: 'killed' | 'skipped'): Promise<Ended> {
    const now = this.parts.clock.nowSec();
    return this.parts.db.transaction().execute(async (trx) => {
      const build = await new BuildStore(trx).findById(buildId);
      if (!build) throw notFound();
      if (isFinished(build.status)) return { build, stepIds: [] };
      const stepIds = await endStages(trx, buildId, now);
      const ended = { status, finished: now, updated: now };
      return { build: await new BuildStore(trx).update(buildId, ended), stepIds };
    });
  }

  private publish({ build, stepIds }: Ended): BuildRow {
    const { events } = this.parts;
    for (const stepId of stepIds) events.emit('logEnded', { stepId });
    events.emit('buildChanged', { repoId: build.repo_id, buildId: build.id });
    if (isFinished(build.status)) events.emit('buildEnded', { buildId: build.id });
    events.emit('stageQueued');
    return build;
  }
}

/** Ends every stage and step that is open; answers which steps that were. */
async function endStages(db: Db, buildId: number, now: number): Promise<number[]> {
  const stages = new StageStore(db);
  const rows = await new BuildStore(db).listStages(buildId);
  for (const row of rows) {
    const status = nextStageStatus(row.status, { kind: 'cancel' });
    if (status) await stages.update(row.id, endedAs(status, now));
  }
  const ended: number[] = [];
  for (const step of await stages.listSteps(rows.map((row) => row.id))) {
    const status = nextStepStatus(step.status, { kind: 'cancel' });
    if (!status) continue;
    await stages.updateStep(step.id, endedAs(status, now));
    ended.push(step.id);
  }
  return ended;
}

function endedAs(status: Status, now: number) {
  return status === 'killed' ? { status, stopped: now, exit_code: killedExitCode } : { status };
}
