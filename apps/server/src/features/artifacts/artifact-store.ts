import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DueObjectStore } from '../../object-store/due-object-store.ts';
import { ArtifactTotals } from './artifact-totals.ts';

/** A file that a step left. */
export interface Artifact {
  stepId: number;
  path: string;
  size: number;
  sha256: string;
  created: number;
  key: string;
}

export interface NotedFile {
  stepId: number;
  repoId: number;
  buildId: number;
  path: string;
  key: string;
  /** In bytes, as announced: the content has to have as many. */
  size: number;
  created: number;
  /** When it is deleted, unless it was recorded. */
  due: number;
}

type Which = (
  artifact: ExpressionBuilder<Tables, 'artifacts'>,
) => ExpressionWrapper<Tables, 'artifacts', SqlBool>;

const columns = ['step_id as stepId', 'path', 'size', 'sha256', 'created', 'key'] as const;
const isKept: Which = (artifact) =>
  artifact.and([artifact('due', 'is', null), artifact('step_id', 'is not', null)]);

/**
 * Which files there are, or may be: each is noted before it is stored, and forgotten after it was deleted.
 * One is kept where it has a step and nothing is due.
 */
export class ArtifactStore extends DueObjectStore {
  constructor(db: Db) {
    super(db, 'artifacts');
  }

  /** Undefined where the step is gone. */
  findPlace(stepId: number): Promise<{ repoId: number; buildId: number } | undefined> {
    return this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .select(['stages.repo_id as repoId', 'stages.build_id as buildId'])
      .where('steps.id', '=', stepId)
      .executeTakeFirst();
  }

  /** Notes a file that is going to be stored, and counts its bytes. */
  async begin({ repoId, buildId, ...file }: NotedFile): Promise<number> {
    const { id } = await this.db
      .insertInto('artifacts')
      .values({
        step_id: file.stepId,
        repo_id: repoId,
        build_id: buildId,
        path: file.path,
        size: file.size,
        sha256: '',
        created: file.created,
        key: file.key,
        due: file.due,
        tries: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await new ArtifactTotals(this.db).add({ repoId, buildId }, file.size);
    return id;
  }

  /** From now on it is kept, in place of one with the same path; false where the step is gone. */
  async record(
    id: number,
    { stepId, repoId, path, size }: NotedFile,
    sha256: string,
  ): Promise<boolean> {
    await new ArtifactTotals(this.db).lock(repoId);
    await this.release((artifact) =>
      artifact.and([artifact('step_id', '=', stepId), artifact('path', '=', path)]),
    );
    const { numUpdatedRows } = await this.db
      .updateTable('artifacts')
      .set({ size, sha256, due: null })
      .where('id', '=', id)
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Lists the files of a step by path, from the one after `after` on. */
  async listOfStep(stepId: number, after: string | undefined, limit: number): Promise<Artifact[]> {
    let artifacts = this.db
      .selectFrom('artifacts')
      .select(columns)
      .where(isKept)
      .where('step_id', '=', stepId);
    if (after !== undefined) artifacts = artifacts.where('path', '>', after);
    return (await artifacts.orderBy('path').limit(limit).execute()) as Artifact[];
  }

  /** Of these steps the ones that left files. */
  async listOwners(stepIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.db
      .selectFrom('steps')
      .select('id')
      .where('id', 'in', [0, ...stepIds])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('artifacts')
            .select('artifacts.id')
            .whereRef('artifacts.step_id', '=', 'steps.id')
            .where('due', 'is', null),
        ),
      )
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async count(stepIds: readonly number[]): Promise<number> {
    const { count } = await this.db
      .selectFrom('artifacts')
      .select((artifact) => artifact.fn.countAll<number>().as('count'))
      .where(isKept)
      .where('step_id', 'in', [0, ...stepIds])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async find(stepId: number, path: string): Promise<Artifact | undefined> {
    const row = await this.db
      .selectFrom('artifacts')
      .select(columns)
      .where(isKept)
      .where('step_id', '=', stepId)
      .where('path', '=', path)
      .executeTakeFirst();
    return row as Artifact | undefined;
  }

  /** In bytes. */
  async sum(of: { repoId: number; buildId?: number }): Promise<number> {
    let kept = this.db
      .selectFrom('artifacts')
      .select((artifact) => artifact.fn.sum<number | null>('size').as('bytes'))
      .where(isKept)
      .where('repo_id', '=', of.repoId);
    if (of.buildId !== undefined) kept = kept.where('build_id', '=', of.buildId);
    const { bytes } = await kept.executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  async releaseOne(stepId: number, path: string): Promise<boolean> {
    return this.release((artifact) =>
      artifact.and([artifact('step_id', '=', stepId), artifact('path', '=', path)]),
    );
  }

  async releaseBuild(buildId: number): Promise<boolean> {
    return this.release((artifact) => artifact('build_id', '=', buildId));
  }

  /** Builds with a file that is kept for longer than its repository, or else the server, says. */
  async listExpired(nowSec: number, days: number, limit: number): Promise<number[]> {
    const own = sql<number>`coalesce((select nullif(days, 0) from artifact_limits
      where artifact_limits.repo_id = artifacts.repo_id), ${days})`;
    const least =
      days === 0 ? own : sql<number>`case when ${own} < ${days} then ${own} else ${days} end`;
    const rows = await this.db
      .selectFrom('artifacts')
      .select('build_id')
      .distinct()
      .where(isKept)
      .where(sql<SqlBool>`${least} > 0 and created < ${nowSec} - 86400 * ${least}`)
      .limit(limit)
      .execute();
    return rows.map((row) => row.build_id);
  }

  /** Gives back the bytes of a file that was not stored as a whole. It is deleted when it is due. */
  async discard(id: number, due: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await giveBack(trx, (artifact) => artifact('id', '=', id));
      await trx.updateTable('artifacts').set({ due, size: 0 }).where('id', '=', id).execute();
    });
  }

  override async forget(id: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await giveBack(trx, (artifact) => artifact('id', '=', id));
      await trx.deleteFrom('artifacts').where('id', '=', id).execute();
    });
  }

  /** Deletes them, in a transaction. Returns false if there were none. */
  private async release(which: Which): Promise<boolean> {
    const kept: Which = (artifact) => artifact.and([isKept(artifact), which(artifact)]);
    await giveBack(this.db, kept);
    const { numUpdatedRows } = await this.db
      .updateTable('artifacts')
      .set({ step_id: null, size: 0 })
      .where(kept)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

/** Subtracts the sizes of artifacts from the totals, in the transaction that sets them to 0 or deletes the rows. */
async function giveBack(trx: Db, which: Which): Promise<void> {
  const artifacts = trx.selectFrom('artifacts').where(which);
  const totals = new ArtifactTotals(trx);
  const repos = await artifacts.select('repo_id').distinct().execute();
  for (const { repo_id } of repos) await totals.lock(repo_id);
  const sums = await artifacts
    .select(['repo_id as repoId', 'build_id as buildId'])
    .select(({ fn }) => fn.sum<number>('size').as('bytes'))
    .groupBy(['repo_id', 'build_id'])
    .execute();
  for (const { bytes, ...place } of sums) await totals.add(place, -Number(bytes));
}
