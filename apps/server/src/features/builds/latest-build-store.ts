import type { Db } from '../../db/database.ts';
import type { BuildRow, Tables } from '../../db/tables.ts';

type Kind = Tables['latest_builds']['kind'];

/** Which build is the latest of a branch, a pull request or an environment. */
export class LatestBuildStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Remembers a new build; called in the transaction that inserts it. */
  async record(build: BuildRow): Promise<void> {
    const place = placeOf(build);
    if (!place) return;
    await this.db
      .insertInto('latest_builds')
      .values({ repo_id: build.repo_id, ...place, build_id: build.id })
      .onConflict((conflict) =>
        conflict.columns(['repo_id', 'kind', 'name']).doUpdateSet({ build_id: build.id }),
      )
      .execute();
  }

  list(repoId: number, kind: Kind): Promise<BuildRow[]> {
    return this.db
      .selectFrom('latest_builds')
      .innerJoin('builds', 'builds.id', 'latest_builds.build_id')
      .selectAll('builds')
      .where('latest_builds.repo_id', '=', repoId)
      .where('latest_builds.kind', '=', kind)
      .orderBy('builds.number', 'desc')
      .execute();
  }

  async forget(repoId: number, kind: Kind, name: string): Promise<void> {
    await this.db
      .deleteFrom('latest_builds')
      .where('repo_id', '=', repoId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
  }
}

const pullRef = /^refs\/(?:pull|pull-requests|merge-requests)\/(\d+)\//;

function placeOf(build: BuildRow): { kind: Kind; name: string } | null {
  if (build.deploy_to) return { kind: 'deployment', name: build.deploy_to };
  if (build.event === 'pull_request') {
    const number = pullRef.exec(build.ref)?.[1];
    return number ? { kind: 'pull_request', name: number } : null;
  }
  return build.ref.startsWith('refs/heads/') ? { kind: 'branch', name: build.target } : null;
}
