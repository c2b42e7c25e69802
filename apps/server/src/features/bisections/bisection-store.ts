import type { BisectionOutcome } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { isAuthor, replacedAuthor } from '../../builds/author-columns.ts';
import { codec, json } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import type { BisectionCommitRow, BisectionRow } from '../../db/tables.ts';
import type { FlakinessGuess } from '../../domain/bisection/flakiness.ts';
import { type Person, replacedName } from '../../domain/person.ts';
import type { ForgeCommit } from '../../forges/forge.ts';
import type { Bisection, BisectionCommits, BisectionRun, NewBisection } from './bisection.ts';

/** Rows per statement: SQLite accepts 32,766 values. */
const commitsPerStatement = 500;

const guesses: z.ZodMiniType<FlakinessGuess[]> = z.array(
  z.object({ rate: z.number(), weight: z.number() }),
);

const bisectionCodec = codec<BisectionRow, Bisection>({
  id: 'id',
  repoId: 'repo_id',
  status: 'status',
  error: 'error',
  starter: 'starter',
  reader: 'reader',
  canceledBy: 'canceled_by',
  build: 'build',
  stepId: 'step_id',
  stage: 'stage',
  step: 'step',
  goodBuild: 'good_build',
  goodCommit: 'good_commit',
  badBuild: 'bad_build',
  badCommit: 'bad_commit',
  failures: 'failures',
  flakiness: json('flakiness', guesses),
  firstBad: 'first_bad',
  lastBad: 'last_bad',
  confidence: 'confidence',
  created: 'created',
  finished: 'finished',
});

const commitCodec = codec<Omit<BisectionCommitRow, 'bisection_id' | 'position'>, ForgeCommit>({
  sha: 'sha',
  message: 'message',
  authorLogin: 'author_login',
  authorName: 'author_name',
  authorEmail: 'author_email',
  authorAvatar: 'author_avatar',
  committedSec: 'committed',
});

/** Bisections with their commits and runs. */
export class BisectionStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Replaces a person as the account that started or canceled a bisection, and as author of its commits. */
  async forget(person: Person): Promise<void> {
    for (const column of ['starter', 'canceled_by'] as const) {
      await this.db
        .updateTable('bisections')
        .set({ [column]: replacedName })
        .where(column, '=', person.login)
        .execute();
    }
    await this.db
      .updateTable('bisection_commits')
      .set(replacedAuthor)
      .where(isAuthor(person))
      .execute();
  }

  /** Lists the bisections that a person has started or cancelled. */
  async listOfPerson(login: string): Promise<object[]> {
    return this.db
      .selectFrom('bisections')
      .innerJoin('repos', 'repos.id', 'bisections.repo_id')
      .select(['bisections.id', 'repos.namespace', 'repos.name', 'bisections.created'])
      .select(['bisections.starter', 'bisections.canceled_by'])
      .where(({ or, eb }) =>
        or([eb('bisections.starter', '=', login), eb('bisections.canceled_by', '=', login)]),
      )
      .orderBy('bisections.id')
      .execute();
  }

  async insert(bisection: NewBisection, commits: BisectionCommits): Promise<Bisection> {
    const row = await this.db
      .insertInto('bisections')
      .values(bisectionCodec.writeNew(bisection))
      .returningAll()
      .executeTakeFirstOrThrow();
    const rows = commits.map((commit, at) => ({
      ...commitCodec.writeNew(commit),
      bisection_id: row.id,
      position: at + 1,
    }));
    for (let at = 0; at < rows.length; at += commitsPerStatement) {
      const some = rows.slice(at, at + commitsPerStatement);
      await this.db.insertInto('bisection_commits').values(some).execute();
    }
    return bisectionCodec.read(row);
  }

  async find(id: number): Promise<Bisection | undefined> {
    const row = await this.bisections().where('id', '=', id).executeTakeFirst();
    return row && bisectionCodec.read(row);
  }

  /** Lists the newest bisections of a repository, newest first, or those that were started for a build. */
  async list(repoId: number, limit: number, build?: number): Promise<Bisection[]> {
    let found = this.bisections().where('repo_id', '=', repoId);
    if (build !== undefined) found = found.where('build', '=', build);
    return bisectionCodec.readAll(await found.orderBy('id', 'desc').limit(limit).execute());
  }

  async listRunning(repoId: number): Promise<Bisection[]> {
    const found = this.bisections().where('repo_id', '=', repoId).where('status', '=', 'running');
    return bisectionCodec.readAll(await found.execute());
  }

  async listCommits(id: number): Promise<ForgeCommit[]> {
    const rows = await this.db
      .selectFrom('bisection_commits')
      .selectAll()
      .where('bisection_id', '=', id)
      .orderBy('position')
      .execute();
    return rows.map(commitCodec.read);
  }

  /** Counts the commits of bisections, by id. */
  async countCommits(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.db
      .selectFrom('bisection_commits')
      .select(['bisection_id as id', ({ fn }) => fn.max('position').as('commits')])
      .where('bisection_id', 'in', [0, ...ids])
      .groupBy('bisection_id')
      .execute();
    return new Map(rows.map(({ id, commits }) => [id, commits]));
  }

  /** Lists the hashes of the commits that bisections found, oldest first, by id. */
  async listFound(ids: readonly number[]): Promise<Map<number, string[]>> {
    const rows = await this.db
      .selectFrom('bisection_commits')
      .innerJoin('bisections', 'bisections.id', 'bisection_commits.bisection_id')
      .select(['bisections.id', 'sha'])
      .where('bisections.id', 'in', [0, ...ids])
      .whereRef('position', '>=', 'first_bad')
      .whereRef('position', '<=', 'last_bad')
      .orderBy('position')
      .execute();
    const found = new Map<number, string[]>();
    for (const { id, sha } of rows) found.set(id, [...(found.get(id) ?? []), sha]);
    return found;
  }

  /** Lists the runs of a bisection, oldest first. */
  async listRuns(id: number): Promise<BisectionRun[]> {
    return this.runs().where('bisection_id', '=', id).orderBy('number').execute();
  }

  /** Lists the runs of several bisections, oldest first, by the id of the bisection. */
  async listRunsOf(ids: readonly number[]): Promise<Map<number, BisectionRun[]>> {
    const rows = await this.runs()
      .select('bisection_id as id')
      .where('bisection_id', 'in', [0, ...ids])
      .orderBy('number')
      .execute();
    return Map.groupBy(rows, ({ id }) => id);
  }

  /** Ends a bisection that is running. Returns false if it has already finished. */
  async finish(
    id: number,
    change: Partial<Bisection> & Pick<Bisection, 'status' | 'finished'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('bisections')
      .set(bisectionCodec.write(change))
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Deletes the oldest finished bisections of a repository, so that about `count` remain. */
  async deleteOldest(repoId: number, count: number): Promise<void> {
    const newest = this.db
      .selectFrom('bisections')
      .select('id')
      .where('repo_id', '=', repoId)
      .orderBy('id', 'desc')
      .limit(count);
    const { oldest } = await this.db
      .selectFrom(newest.as('newest'))
      .select(({ fn }) => fn.min('id').as('oldest'))
      .executeTakeFirstOrThrow();
    await this.db
      .deleteFrom('bisections')
      .where('repo_id', '=', repoId)
      .where('id', '<', oldest ?? 0)
      .where('status', '!=', 'running')
      .execute();
  }

  /**
   * Adds a run, unless the bisection has finished or has a run of this number. The build is set when it is known.
   * Returns whether it was added.
   */
  async addRun(id: number, { number, commit, build, outcome, created }: BisectionRun) {
    // Locks the row, so that the bisection is not canceled at the same time.
    const { numUpdatedRows } = await this.db
      .updateTable('bisections')
      .set({ status: 'running' })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('bisection_runs')
      .values({ bisection_id: id, number, position: commit, build, outcome, created })
      .onConflict((known) => known.columns(['bisection_id', 'number']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async updateRun(
    id: number,
    number: number,
    change: { build?: number; outcome?: BisectionOutcome },
  ): Promise<void> {
    await this.db
      .updateTable('bisection_runs')
      .set(change)
      .where('bisection_id', '=', id)
      .where('number', '=', number)
      .execute();
  }

  private bisections() {
    return this.db.selectFrom('bisections').selectAll();
  }

  private runs() {
    return this.db
      .selectFrom('bisection_runs')
      .select(['number', 'position as commit', 'build', 'outcome', 'created']);
  }
}
