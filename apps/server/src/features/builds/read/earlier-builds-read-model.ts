import type { Build } from '@millrace/build-rules';
import type { Status } from '@millrace/contract/vocabulary';
import { isCurrentStage } from '../../../builds/attempt-conditions.ts';
import { isOfLine } from '../../../builds/line-conditions.ts';
import type { Db } from '../../../db/database.ts';
import type { BuildLine } from '../../../domain/build-line.ts';

/** A finished build with its status. */
export interface FinishedBuild {
  id: number;
  number: number;
  status: Status;
}

/** Status of a stage, or of one of its steps, in one of the requested builds. */
export interface FinishedPart {
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

const maxNumberDistance = 10_000;

/** Reads statuses and durations of the builds before a build. */
export class EarlierBuildsReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the completed builds of a line that are older than a build, newest first. Killed ones are left out. */
  async listBefore(build: Build, line: BuildLine, limit: number): Promise<FinishedBuild[]> {
    return this.before(build, line)
      .select(['id', 'number', 'status'])
      .where('status', 'in', ran)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns the id of the newest older build of the line that succeeded. */
  async findLastSuccess(build: Build, line: BuildLine): Promise<number | undefined> {
    const row = await this.before(build, line)
      .select('id')
      .where('status', '=', 'success')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  /** Lists the statuses of steps with these names in the newest attempt of each build. */
  async listSteps(buildIds: number[], stages: string[], steps: string[]): Promise<FinishedPart[]> {
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

  /** Lists the statuses of stages with these names in the newest attempt of each build. */
  async listStages(buildIds: number[], stages: string[]): Promise<FinishedPart[]> {
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
    const query = this.db
      .selectFrom('builds')
      .where('repo_id', '=', repoId)
      .where('number', '<', number)
      .where(isOfLine(line));
    // No index covers the conditions of other lines, so only recent builds are read.
    return line.ref === undefined ? query.where('number', '>', number - maxNumberDistance) : query;
  }
}
