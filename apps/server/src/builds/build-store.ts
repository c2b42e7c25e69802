import type { Attempt, Build, BuildFile } from '@millrace/build-rules';
import { type BuildEvent, unfinishedStatuses } from '@millrace/contract/vocabulary';
import { parseJson } from '@millrace/node-kit/parse-json';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/database.ts';
import { isPostgres } from '../db/dialect.ts';
import type { BuildRow } from '../db/tables.ts';
import { ofBranches } from '../domain/build-line.ts';
import { attemptCodec, buildCodec } from './build-codec.ts';

const decidedMatrices = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** Must match the condition of the partial index literally: the planner does not use it for bound values. */
export const isBuildOpen = sql<SqlBool>`status in ('pending', 'running', 'blocked')`;

/** Excludes the builds of bisections, which say nothing about the newest state of a branch. */
export const isOfNoBisection = sql<SqlBool>`bisection = 0`;

const isForRunners = sql<SqlBool>`exists (
  select 1 from stages where build_id = builds.id and stages.status in ('pending', 'running')
)`;

/** Reads builds. Only `change-build` writes them. */
export class BuildStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async findById(id: number): Promise<Build | undefined> {
    return read(await this.builds().where('id', '=', id).executeTakeFirst());
  }

  async findByNumber(repoId: number, number: number): Promise<Build | undefined> {
    const found = this.builds().where('repo_id', '=', repoId).where('number', '=', number);
    return read(await found.executeTakeFirst());
  }

  /** Lists those of these builds of a repository that exist. */
  async listByNumbers(
    repoId: number,
    numbers: readonly number[],
  ): Promise<Pick<Build, 'number' | 'created' | 'after'>[]> {
    return this.db
      .selectFrom('builds')
      .select(['number', 'created', 'after'])
      .where('repo_id', '=', repoId)
      .where('number', 'in', [0, ...numbers])
      .execute();
  }

  /** Returns the commit of the newest build of a tag; empty if there is none. */
  async findTaggedCommit(repoId: number): Promise<string> {
    const row = await this.db
      .selectFrom('builds')
      .select('after')
      .where('repo_id', '=', repoId)
      .where('event', '=', 'tag')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.after ?? '';
  }

  /** Lists the numbers of the newest builds of a commit, newest first. Those of bisections do not count. */
  async listOfCommit(repoId: number, sha: string, limit: number): Promise<number[]> {
    const found = await this.db
      .selectFrom('builds')
      .select('number')
      .where('repo_id', '=', repoId)
      .where('after', '=', sha)
      .where('bisection', '=', 0)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return found.map(({ number }) => number);
  }

  /** Lists the events by which the forge announced a commit, and the source repositories of its pull requests. */
  async listOrigins(
    repoId: number,
    sha: string,
  ): Promise<{ event: BuildEvent; sourceRepo: string }[]> {
    return this.db
      .selectFrom('builds')
      .select(['event', 'source_repo as sourceRepo'])
      .distinct()
      .where('repo_id', '=', repoId)
      .where('after', '=', sha)
      .where('event', 'in', ['push', 'tag', 'pull_request'])
      .execute();
  }

  /** Finds the file of the newest build of a branch. Restarts, which repeat an older file, do not count. */
  async findNewestFile(
    repoId: number,
    branch: string,
  ): Promise<{ build: number; sourceHash: string } | undefined> {
    return this.db
      .selectFrom('builds')
      .innerJoin('build_configs', 'build_configs.build_id', 'builds.id')
      .select(['builds.number as build', 'build_configs.source_hash as sourceHash'])
      .where('builds.repo_id', '=', repoId)
      .where('builds.target', '=', branch)
      .where('builds.event', 'in', ofBranches)
      .where('builds.parent', '=', 0)
      .where(isOfNoBisection)
      .orderBy('builds.number', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Finds the newest build that has finished, except those of bisections. */
  async findLatestFinished(repoId: number): Promise<Build | undefined> {
    const found = this.builds()
      .where('repo_id', '=', repoId)
      .where('status', 'not in', [...unfinishedStatuses])
      .where(isOfNoBisection);
    return read(await found.orderBy('number', 'desc').limit(1).executeTakeFirst());
  }

  /** Finds the build created by this webhook delivery or request. */
  async findByDelivery(repoId: number, delivery: string): Promise<Build | undefined> {
    const found = this.builds().where('repo_id', '=', repoId).where('delivery', '=', delivery);
    return read(await found.executeTakeFirst());
  }

  /** Finds the newest build of a ref, except those of bisections. */
  async findLatestOfRef(repoId: number, ref: string): Promise<Build | undefined> {
    const found = this.builds()
      .where('repo_id', '=', repoId)
      .where('ref', '=', ref)
      .where(isOfNoBisection);
    return read(await found.orderBy('number', 'desc').limit(1).executeTakeFirst());
  }

  /** Finds the newest build of a commit that belongs to a bisection. */
  async findNewestOfBisection(
    repoId: number,
    bisection: number,
    commit: string,
  ): Promise<Build | undefined> {
    const found = this.builds()
      .where('repo_id', '=', repoId)
      .where('after', '=', commit)
      .where('bisection', '=', bisection);
    return read(await found.orderBy('number', 'desc').limit(1).executeTakeFirst());
  }

  async listByIds(ids: readonly number[]): Promise<Build[]> {
    if (ids.length === 0) return [];
    return buildCodec.readAll(await this.builds().where('id', 'in', ids).execute());
  }

  /** Lists the newest builds of these repositories, newest first. */
  async listRecent(repoIds: readonly number[], limit: number): Promise<Build[]> {
    const found = this.builds().where('repo_id', 'in', [0, ...repoIds]);
    return buildCodec.readAll(await found.orderBy('id', 'desc').limit(limit).execute());
  }

  /** Lists the oldest finished builds that are not pinned, with a number below `before`. */
  async listDeletable(repoId: number, before: number, limit: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('builds')
      .select('id')
      .where('repo_id', '=', repoId)
      .where('number', '<', before)
      .where(({ not }) => not(isBuildOpen))
      .where('pinned', '=', 0)
      .orderBy('number')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns whether a build is finished and not pinned. */
  async isDeletable(id: number): Promise<boolean> {
    const build = await this.db
      .selectFrom('builds')
      .select('id')
      .where('id', '=', id)
      .where(({ not }) => not(isBuildOpen))
      .where('pinned', '=', 0)
      .executeTakeFirst();
    return build !== undefined;
  }

  /** Lists builds of a repository that can still change. */
  async listUnfinished(repoId: number): Promise<Build[]> {
    const found = this.builds().where('repo_id', '=', repoId).where(isBuildOpen);
    return buildCodec.readAll(await found.orderBy('number').execute());
  }

  /**
   * Locks the unfinished builds of repositories that are deleted in this transaction, and returns their ids. A
   * change of a build locks the build first and its repository then; without this order, both would deadlock.
   */
  async lockUnfinished(repoIds: readonly number[]): Promise<number[]> {
    const unfinished = this.db
      .selectFrom('builds')
      .select('id')
      .where('repo_id', 'in', [0, ...repoIds])
      .where(isBuildOpen)
      .orderBy('id');
    const rows = await (isPostgres(this.db) ? unfinished.forUpdate() : unfinished).execute();
    return rows.map(({ id }) => id);
  }

  async count(namespace: string): Promise<number> {
    const { count } = await this.db
      .selectFrom('builds')
      .innerJoin('repos', 'repos.id', 'builds.repo_id')
      .where('repos.namespace', '=', namespace)
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Lists the builds with pending or running stages, newest first. */
  async listAllUnfinished(): Promise<Build[]> {
    const found = this.builds().where(isBuildOpen).where(isForRunners);
    return buildCodec.readAll(
      await found.orderBy('created', 'desc').orderBy('id', 'desc').execute(),
    );
  }

  /** Lists the attempts of a build, oldest first; none if it was never restarted. */
  async listAttempts({ id, attempt, status, started, finished }: Build): Promise<Attempt[]> {
    if (attempt === 1) return [];
    const rows = await this.db
      .selectFrom('build_attempts')
      .selectAll()
      .where('build_id', '=', id)
      .orderBy('attempt')
      .execute();
    return rows
      .map(attemptCodec.read)
      .map((each) => (each.number === attempt ? { ...each, status, started, finished } : each));
  }

  /** Returns the id of the newest build; 0 if there is none. */
  async findLastId(): Promise<number> {
    const { id } = await this.db
      .selectFrom('builds')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  }

  /** Returns the pipeline file with which the build was created. */
  async findFile(buildId: number): Promise<BuildFile> {
    const files = await this.findFiles([buildId]);
    return files.get(buildId) ?? { config: '', changedPaths: undefined };
  }

  /** Returns the pipeline files by build id. */
  async findFiles(buildIds: readonly number[]): Promise<Map<number, BuildFile>> {
    const rows = await this.db
      .selectFrom('build_configs')
      .select(['build_id', 'text', 'changed_paths', 'matrices'])
      .where('build_id', 'in', [0, ...buildIds])
      .execute();
    return new Map(
      rows.map((row) => {
        // Paths that cannot be read count as unknown: a restart asks the forge for them.
        const changedPaths = parseJson(z.array(z.string()), row.changed_paths ?? '');
        const matrices = parseJson(decidedMatrices, row.matrices) ?? {};
        return [row.build_id, { config: row.text, changedPaths, matrices }];
      }),
    );
  }

  /** Returns the highest build number of a repository; 0 if it has no builds. */
  async findNewestNumber(repoId: number): Promise<number> {
    const row = await this.db
      .selectFrom('builds')
      .select((expression) => expression.fn.max('number').as('number'))
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row?.number ?? 0;
  }

  private builds() {
    return this.db.selectFrom('builds').selectAll();
  }
}

function read(row: BuildRow | undefined): Build | undefined {
  return row && buildCodec.read(row);
}
