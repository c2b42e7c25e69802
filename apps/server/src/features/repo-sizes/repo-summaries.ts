import type { RepoSummaries, RepoSummary } from '@millrace/contract/api';
import { sql } from 'kysely';
import { contains } from '../../db/contains.ts';
import type { Db } from '../../db/database.ts';

export interface RepoFilter {
  /** Part of the slug or of the owner's login. */
  q?: string | undefined;
  active?: string | undefined;
  sort?: string | undefined;
}

const bytes = sql<number>`coalesce(repo_sizes.git + repo_sizes.logs + repo_sizes.artifacts + repo_sizes.caches, 0)`;

/** Reads repositories as administrators see them. */
export class RepoSummaryReader {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async read(filter: RepoFilter, limit: number): Promise<RepoSummaries> {
    const total = await this.matching(filter)
      .select([
        sql<number | string>`count(*)`.as('matching'),
        sql<number | string | null>`sum(${bytes})`.as('bytes'),
      ])
      .executeTakeFirstOrThrow();
    return {
      matching: Number(total.matching),
      bytes: Number(total.bytes ?? 0),
      repos: await this.list(filter, limit),
    };
  }

  private async list(filter: RepoFilter, limit: number): Promise<RepoSummary[]> {
    let repos = this.matching(filter)
      .select(['repos.id', 'slug', 'repos.active', 'visibility', 'trusted', 'users.login'])
      .select(['repo_sizes.git', 'repo_sizes.logs', 'repo_sizes.artifacts'])
      .select(['repo_sizes.caches', 'measured'])
      .limit(limit);
    if (filter.sort === 'size') repos = repos.orderBy(bytes, 'desc');
    const rows = await repos.orderBy('slug').execute();
    const builds = await this.readNewestBuilds(rows.map(({ id }) => id));
    return rows.map((row) => {
      const { id, slug, visibility, login, git, logs, artifacts, caches, measured } = row;
      return {
        slug,
        owner: login ?? '',
        active: row.active === 1,
        visibility,
        trusted: row.trusted === 1,
        size:
          measured === null
            ? null
            : {
                git: git ?? 0,
                logs: logs ?? 0,
                artifacts: artifacts ?? 0,
                caches: caches ?? 0,
                measured,
              },
        last_build: builds.get(id) ?? null,
      };
    });
  }

  private async readNewestBuilds(
    repoIds: readonly number[],
  ): Promise<Map<number, NonNullable<RepoSummary['last_build']>>> {
    const rows = await this.db
      .selectFrom('repos')
      .innerJoin('builds', (join) =>
        join.onRef('builds.repo_id', '=', 'repos.id').on('builds.number', '=', (eb) =>
          eb
            .selectFrom('builds as newest')
            .select(({ fn }) => fn.max('newest.number').as('number'))
            .whereRef('newest.repo_id', '=', 'repos.id')
            .where('newest.bisection', '=', 0),
        ),
      )
      .select(['repos.id', 'builds.number', 'builds.status', 'builds.created'])
      .where('repos.id', 'in', [0, ...repoIds])
      .execute();
    return new Map(rows.map(({ id, ...build }) => [id, build]));
  }

  private matching({ q, active }: RepoFilter) {
    let repos = this.db
      .selectFrom('repos')
      .leftJoin('users', 'users.id', 'repos.user_id')
      .leftJoin('repo_sizes', 'repo_sizes.repo_id', 'repos.id');
    if (q) {
      repos = repos.where(({ or }) => or([contains('slug', q), contains('users.login', q)]));
    }
    if (active) repos = repos.where('repos.active', '=', active === 'true' ? 1 : 0);
    return repos;
  }
}
