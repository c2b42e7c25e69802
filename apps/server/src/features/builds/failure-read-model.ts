import { branchRef } from '@millrace/contract/git-ref';
import type { BuildEvent, Status } from '@millrace/contract/vocabulary';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';

/** Builds that are compared with each other: of a branch, of a pull request, of an environment, of all tags. */
export type BuildLine =
  | { ref: string; events: BuildEvent[] }
  | { deployTo: string; events: BuildEvent[] }
  | { events: BuildEvent[] };

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

/** What was skipped or killed says nothing of what it would have come to. */
const ran: Status[] = ['success', 'failure', 'error'];

const ofBranches: BuildEvent[] = ['push', 'custom', 'cron'];

/** The builds that this one follows. */
export function ownLine({ event, ref, deployTo }: Build): BuildLine {
  if (event === 'pull_request') return { ref, events: ['pull_request'] };
  if (event === 'promote' || event === 'rollback') {
    return { deployTo, events: ['promote', 'rollback'] };
  }
  return event === 'tag' ? { events: ['tag'] } : { ref, events: ofBranches };
}

/** The builds that say what was well before: of a pull request those of the branch that it is for. */
export function baseLine(build: Build): BuildLine {
  if (build.event !== 'pull_request') return ownLine(build);
  return { ref: branchRef(build.target), events: ofBranches };
}

/** How the builds before one ended. */
export class FailureReadModel {
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
      .where('stages.replaced_in', '=', 0)
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
      .where('replaced_in', '=', 0)
      .where('name', 'in', ['', ...stages])
      .where('status', 'in', ran)
      .execute();
  }

  private before({ repoId, number }: Build, line: BuildLine) {
    let query = this.db
      .selectFrom('builds')
      .where('repo_id', '=', repoId)
      .where('number', '<', number)
      .where('event', 'in', line.events);
    if ('ref' in line) query = query.where('ref', '=', line.ref);
    if ('deployTo' in line) query = query.where('deploy_to', '=', line.deployTo);
    return query;
  }
}
