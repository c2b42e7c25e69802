import type { Status } from '@millrace/contract/vocabulary';
import { isCurrentStage } from '../../../builds/attempt-conditions.ts';
import type { Db } from '../../../db/database.ts';
import type { Build } from '../../../domain/build.ts';
import type { BuildLine } from '../../../domain/build-line.ts';

/** A build that is over, and how. */
export interface EndedBuild {
  id: number;
  number: number;
  status: Status;
}

/** How a stage, or a step of it, ended in one of the builds that were asked about. */
export interface EndedPart {
  buildId: number;
  stage: string;
  step?: string;
  status: Status;
}

/** Duration of a stage, or of one of its steps, in one build. */
export interface PartDuration {
  stage: string;
  step?: string;
  seconds: number;
}

/** Statuses of completed runs. Skipped and killed ones have no result to compare. */
const ran: Status[] = ['success', 'failure', 'error'];

const mostNumbers = 10_000;

/** How the builds before one ended, and how long they took. */
export class EarlierBuildsReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The newest builds of a line before a number that are over, the newest first. */
  async listBefore(build: Build, line: BuildLine, limit: number): Promise<EndedBuild[]> {
    return this.before(build, line)
      .select(['id', 'number', 'status'])
      .where('status', 'in', ['success', 'failure', 'error', 'killed'])
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  /** The id of the newest one that succeeded. */
  async findLastSuccess(build: Build, line: BuildLine): Promise<number | undefined> {
    const row = await this.before(build, line)
      .select('id')
      .where('status', '=', 'success')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  /** How steps of these names ended in the builds, in their newest attempt. */
  async listSteps(buildIds: number[], stages: string[], steps: string[]): Promise<EndedPart[]> {
    return this.db
      .selectFrom('stages')
      .innerJoin('steps', 'steps.stage_id', 'stages.id')
      .select([
        'stages.build_id as buildId',
        'stages.name as stage',
        'steps.name as step',
        'steps.status',
      ])
      .where('stages.build_id', 'in', [0, ...buildIds])
      .where(isCurrentStage)
      .where('stages.name', 'in', ['', ...stages])
      .where('steps.name', 'in', ['', ...steps])
      .where('steps.status', 'in', ran)
      .execute();
  }

  /** How stages of these names ended in the builds. */
  async listStages(buildIds: number[], stages: string[]): Promise<EndedPart[]> {
    return this.db
      .selectFrom('stages')
      .select(['build_id as buildId', 'name as stage', 'status'])
      .where('build_id', 'in', [0, ...buildIds])
      .where(isCurrentStage)
      .where('name', 'in', ['', ...stages])
      .where('status', 'in', ran)
      .execute();
  }

  /** Lists the seconds that each successful stage and step took in these builds. */
  async listDurations(buildIds: number[]): Promise<PartDuration[]> {
    const stages = this.db
      .selectFrom('stages')
      .where('stages.build_id', 'in', [0, ...buildIds])
      .where(isCurrentStage);
    const ofStages = await stages
      .select(['name as stage', 'started', 'stopped'])
      .where('status', '=', 'success')
      .execute();
    const ofSteps = await stages
      .innerJoin('steps', 'steps.stage_id', 'stages.id')
      .select(['stages.name as stage', 'steps.name as step', 'steps.started', 'steps.stopped'])
      .where('steps.status', '=', 'success')
      .execute();
    return [...ofStages, ...ofSteps].map(({ started, stopped, ...part }) => {
      return { ...part, seconds: Math.max(0, stopped - started) };
    });
  }

  private before({ repoId, number }: Build, line: BuildLine) {
    let query = this.db
      .selectFrom('builds')
      .where('repo_id', '=', repoId)
      .where('number', '<', number)
      .where('event', 'in', line.events);
    if ('ref' in line) return query.where('ref', '=', line.ref);
    // No index leads to these: those of long ago are not looked for.
    query = query.where('number', '>', number - mostNumbers);
    if ('deployTo' in line) query = query.where('deploy_to', '=', line.deployTo);
    return query;
  }
}
