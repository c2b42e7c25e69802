import type { Stage, StageRights } from '@millrace/build-rules';
import type { Contributed } from '../../contributions.ts';
import type { Db } from '../../db/database.ts';
import {
  type BuiltRef,
  isProtectedBuild,
  noProtectedRefs,
  type ProtectedRefs,
} from '../../domain/protected-build.ts';
import { inParts } from '../../shared/in-parts.ts';

/** Maximum number of rows that are read by id at once. */
const maxReadById = 1000;

export type RightsOf = (stage: Pick<Stage, 'repoId' | 'buildId'>) => StageRights;

/** Rights of a stage whose repository or build was deleted: no runner with an owner gets it. */
const none: StageRights = { namespace: '', isProtected: false };

/** Reads the facts that decide which runners with credentials may run a stage. */
export class StageRightsReader {
  private readonly contributed: Pick<Contributed, 'listProtectedRefs'>;
  /** Facts about the builds of the last queue, which never change. */
  private builds: ReadonlyMap<number, BuiltRef> = new Map();

  constructor(contributed: Pick<Contributed, 'listProtectedRefs'>) {
    this.contributed = contributed;
  }

  /** Reads the rights of the whole queue. Those of builds that were in the last one are known. */
  async readQueue(db: Db, stages: readonly Pick<Stage, 'repoId' | 'buildId'>[]): Promise<RightsOf> {
    const ids = [...new Set(stages.map(({ buildId }) => buildId))];
    const known = this.builds;
    const added = await readBuilds(
      db,
      ids.filter((id) => !known.has(id)),
    );
    const current = new Map<number, BuiltRef>();
    for (const id of ids) {
      const build = known.get(id) ?? added.get(id);
      if (build) current.set(id, build);
    }
    this.builds = current;
    return this.join(db, stages, current);
  }

  /** Reads the rights of one stage, in the transaction that claims it. */
  async readOne(db: Db, stage: Pick<Stage, 'repoId' | 'buildId'>): Promise<StageRights> {
    const builds = await readBuilds(db, [stage.buildId]);
    return (await this.join(db, [stage], builds))(stage);
  }

  private async join(
    db: Db,
    stages: readonly Pick<Stage, 'repoId'>[],
    builds: ReadonlyMap<number, BuiltRef>,
  ): Promise<RightsOf> {
    const ids = [...new Set(stages.map(({ repoId }) => repoId))];
    const repos = await readRepos(db, ids);
    const refs = new Map<number, ProtectedRefs>();
    for (const list of this.contributed.listProtectedRefs) {
      const listed = await inParts(ids, maxReadById, (part) => list(db, part));
      for (const [id, ofRepo] of listed) refs.set(id, ofRepo);
    }
    return ({ repoId, buildId }) => {
      const repo = repos.get(repoId);
      const build = builds.get(buildId);
      if (!repo || !build) return none;
      const isProtected = isProtectedBuild(build, repo, refs.get(repoId) ?? noProtectedRefs);
      return { namespace: repo.namespace, isProtected };
    };
  }
}

async function readBuilds(db: Db, ids: readonly number[]): Promise<Map<number, BuiltRef>> {
  const rows = await inParts(ids, maxReadById, (part) =>
    db
      .selectFrom('builds')
      .select(['id', 'event', 'ref', 'target', 'source_repo as sourceRepo'])
      .where('id', 'in', part)
      .execute(),
  );
  return new Map(rows.map(({ id, ...build }) => [id, build]));
}

async function readRepos(db: Db, ids: readonly number[]) {
  const rows = await inParts(ids, maxReadById, (part) =>
    db
      .selectFrom('repos')
      .select(['id', 'namespace', 'slug', 'default_branch as defaultBranch'])
      .where('id', 'in', part)
      .execute(),
  );
  return new Map(rows.map(({ id, ...repo }) => [id, repo]));
}
