import { healthBuilds, maxHealthRepos, type RepoHealth } from '@millrace/contract/api';
import { hasFailed, type Status } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import { listedRepos } from '../../../builds/read/build-conditions.ts';
import type { Db } from '../../../db/database.ts';
import { percentilesOf } from '../../../domain/trends/percentiles.ts';
import { inParts } from '../../../shared/in-parts.ts';
import type { DefaultBranchesReadModel } from './default-branches-read-model.ts';

/** Repositories that one statement reads: about 2,500 builds. */
const reposPerQuery = 50;

interface ListedRepo {
  id: number;
  slug: string;
}

/** A build of the newest ones of its repository. */
export interface RecentBuild {
  repoId: number;
  status: Status;
  attempt: number;
  started: number;
  finished: number;
}

/** Reads how the repositories of an organization do. */
export class OrganizationHealth {
  private readonly db: Db;
  private readonly defaultBranches: Pick<DefaultBranchesReadModel, 'listOf'>;

  constructor(db: Db, defaultBranches: Pick<DefaultBranchesReadModel, 'listOf'>) {
    this.db = db;
    this.defaultBranches = defaultBranches;
  }

  /** Lists the active repositories that the account can access, by slug. */
  async list(userId: number, namespace: string): Promise<RepoHealth[]> {
    const { rows: repos } = await sql<ListedRepo>`
      select id, slug from repos
      where id in ${listedRepos({ userId })} and active = 1 and lower(namespace) = lower(${namespace})
      order by slug limit ${maxHealthRepos}`.execute(this.db);
    const ids = repos.map(({ id }) => id);
    const states = new Map(
      (await this.defaultBranches.listOf(ids)).map((state) => [state.slug, state]),
    );
    const builds = Map.groupBy(
      await inParts(ids, reposPerQuery, (part) => this.listBuilds(part)),
      ({ repoId }) => repoId,
    );
    const stages = await this.countStages(ids);
    const failures = repos.flatMap(({ id, slug }) => {
      const number = states.get(slug)?.failing_since;
      return number === undefined ? [] : [{ id, number }];
    });
    const since = new Map(await inParts(failures, reposPerQuery, (part) => this.readTimes(part)));
    return repos.map(({ id, slug }): RepoHealth => {
      const branch = states.get(slug);
      const time = since.get(id);
      return {
        slug,
        ...(branch ? { branch } : {}),
        ...(time === undefined ? {} : { failing_since_time: time }),
        ...summarize(builds.get(id) ?? []),
        running: stages.get(`${id} running`) ?? 0,
        waiting: stages.get(`${id} pending`) ?? 0,
      };
    });
  }

  private listBuilds(repoIds: number[]): Promise<RecentBuild[]> {
    return this.db
      .selectFrom('builds')
      .innerJoin('repos', 'repos.id', 'builds.repo_id')
      .select([
        'builds.repo_id as repoId',
        'builds.status',
        'builds.attempt',
        'builds.started',
        'builds.finished',
      ])
      .where('builds.repo_id', 'in', repoIds)
      .where(sql<boolean>`builds.number > repos.counter - ${healthBuilds}`)
      .where('builds.bisection', '=', 0)
      .execute();
  }

  /** Reads the times of builds, by repository. */
  private async readTimes(
    builds: readonly { id: number; number: number }[],
  ): Promise<[number, number][]> {
    const found = await this.db
      .selectFrom('builds')
      .select(['repo_id', 'created'])
      .where((eb) =>
        eb.or(
          builds.map(({ id, number }) =>
            eb.and([eb('repo_id', '=', id), eb('number', '=', number)]),
          ),
        ),
      )
      .execute();
    return found.map((row) => [row.repo_id, row.created]);
  }

  /** Counts the stages that run or wait for a runner, by repository and status. */
  private async countStages(repoIds: readonly number[]): Promise<Map<string, number>> {
    if (repoIds.length === 0) return new Map();
    const wanted = new Set(repoIds);
    // The statuses are literals, because the planner does not use the partial index for bound values.
    const { rows } = await sql<{ repo_id: number; status: string; stages: number }>`
      select repo_id, status, count(*) as stages from stages
      where status in ('pending', 'running')
      group by repo_id, status`.execute(this.db);
    return new Map(
      rows
        .filter(({ repo_id: id }) => wanted.has(id))
        .map(({ repo_id: id, status, stages }) => [`${id} ${status}`, Number(stages)]),
    );
  }
}

/** Summarizes the newest builds of a repository. Canceled and unfinished ones do not count. */
export function summarize(
  builds: readonly RecentBuild[],
): Pick<RepoHealth, 'median' | 'finished' | 'recovered'> {
  const succeeded = builds.filter(({ status }) => status === 'success');
  const durations = succeeded
    .filter(({ attempt, started }) => attempt === 1 && started > 0)
    .map(({ started, finished }) => Math.max(0, finished - started));
  const percentiles = percentilesOf(durations);
  return {
    ...(percentiles ? { median: percentiles.p50 } : {}),
    finished: succeeded.length + builds.filter(({ status }) => hasFailed(status)).length,
    recovered: succeeded.filter(({ attempt }) => attempt > 1).length,
  };
}
