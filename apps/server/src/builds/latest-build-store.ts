import type { Build } from '@millrace/build-rules';
import { readRef } from '@millrace/pipeline/git-ref';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Repo } from '../domain/repo.ts';
import { buildCodec } from './build-codec.ts';

type Kind = Tables['latest_builds']['kind'];

/** The latest build of each branch, pull request and environment. */
export class LatestBuildStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /**
   * Records a new build, in the transaction that inserts it.
   *
   * @param isDeployment false if the build has a target, but runs nothing for it
   */
  async record(build: Build, isDeployment = true): Promise<void> {
    const target = targetOf(build);
    if (!target || (target.kind === 'deployment' && !isDeployment)) return;
    await this.db
      .insertInto('latest_builds')
      .values({ repo_id: build.repoId, ...target, build_id: build.id })
      .onConflict((conflict) =>
        conflict.columns(['repo_id', 'kind', 'name']).doUpdateSet({ build_id: build.id }),
      )
      .execute();
  }

  /** Records builds that may be stored after newer ones, unless one of these is already recorded. */
  async recordPast(builds: readonly Build[]): Promise<void> {
    const latest = new Map<string, Build>();
    for (const build of builds) {
      const target = targetOf(build);
      if (!target) continue;
      const key = `${build.repoId} ${target.kind} ${target.name}`;
      if ((latest.get(key)?.number ?? 0) < build.number) latest.set(key, build);
    }
    for (const build of latest.values()) await this.recordUnlessOlder(build);
  }

  private async recordUnlessOlder(build: Build): Promise<void> {
    const target = targetOf(build);
    if (!target) return;
    await this.db
      .insertInto('latest_builds')
      .values({ repo_id: build.repoId, ...target, build_id: build.id })
      .onConflict((conflict) =>
        conflict
          .columns(['repo_id', 'kind', 'name'])
          .doUpdateSet({ build_id: build.id })
          .where((latest) =>
            latest(
              latest
                .selectFrom('builds')
                .select('number')
                .whereRef('builds.id', '=', 'latest_builds.build_id'),
              '<',
              build.number,
            ),
          ),
      )
      .execute();
  }

  /** Lists the names of branches, pull requests or environments. */
  async listNames(repoId: number, kind: Kind): Promise<string[]> {
    const rows = await this.db
      .selectFrom('latest_builds')
      .select('name')
      .where('repo_id', '=', repoId)
      .where('kind', '=', kind)
      .execute();
    return rows.map(({ name }) => name);
  }

  /** Lists the names of branches whose latest build was created at or after a time. */
  async listBranches(repoId: number, sinceSec: number): Promise<string[]> {
    const rows = await this.builds(repoId, 'branch')
      .select('latest_builds.name')
      .where('builds.created', '>=', sinceSec)
      .execute();
    return rows.map(({ name }) => name);
  }

  /** Forgets branches and pull requests whose latest build was created before a time. Environments are deployed rarely. */
  async forgetUnused(
    { id, defaultBranch }: Pick<Repo, 'id' | 'defaultBranch'>,
    beforeSec: number,
  ): Promise<void> {
    await this.db
      .deleteFrom('latest_builds')
      .where('repo_id', '=', id)
      .where('kind', 'in', ['branch', 'pull_request'])
      .where('name', '!=', defaultBranch)
      .where('build_id', 'in', (builds) =>
        builds
          .selectFrom('latest_builds as latest')
          .innerJoin('builds', 'builds.id', 'latest.build_id')
          .select('builds.id')
          .where('latest.repo_id', '=', id)
          .where('builds.created', '<', beforeSec),
      )
      .execute();
  }

  /** Counts the branches and pull requests of all repositories. */
  async count(): Promise<number> {
    const { count } = await this.db
      .selectFrom('latest_builds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', 'in', ['branch', 'pull_request'])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async list(repoId: number, kind: Kind): Promise<Build[]> {
    const found = this.builds(repoId, kind).selectAll('builds').orderBy('builds.number', 'desc');
    return buildCodec.readAll(await found.execute());
  }

  async forget(repoId: number, kind: Kind, name: string): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('latest_builds')
        .where('repo_id', '=', repoId)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute(),
    );
  }

  private builds(repoId: number, kind: Kind) {
    return this.db
      .selectFrom('latest_builds')
      .innerJoin('builds', 'builds.id', 'latest_builds.build_id')
      .where('latest_builds.repo_id', '=', repoId)
      .where('latest_builds.kind', '=', kind);
  }
}

function targetOf(build: Build): { kind: Kind; name: string } | null {
  if (build.bisection) return null;
  if (build.deployTo) return { kind: 'deployment', name: build.deployTo };
  const { kind, name } = readRef(build.ref);
  if (build.event === 'pull_request') return kind === 'pull_request' ? { kind, name } : null;
  return kind === 'branch' ? { kind, name: build.target } : null;
}
