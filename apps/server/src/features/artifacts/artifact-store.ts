import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { DueObjectStore } from '../../object-store/due-object-store.ts';

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
  path: string;
  key: string;
  created: number;
  /** When it is deleted, unless it was recorded. */
  due: number;
}

const columns = ['step_id as stepId', 'path', 'size', 'sha256', 'created', 'key'] as const;
const isKept = (artifact: ExpressionBuilder<Tables, 'artifacts'>) =>
  artifact.and([artifact('due', 'is', null), artifact('step_id', 'is not', null)]);

/**
 * Which files there are, or may be: each is noted before it is stored, and forgotten after it was deleted.
 * One is kept where it has a step and nothing is due.
 */
export class ArtifactStore extends DueObjectStore {
  constructor(db: Db) {
    super(db, 'artifacts');
  }

  /** Notes a file that is going to be stored; undefined where the step is gone. */
  begin(file: NotedFile): Promise<{ id: number; repoId: number; buildId: number } | undefined> {
    return this.db
      .insertInto('artifacts')
      .columns([
        ...(['step_id', 'repo_id', 'build_id', 'path', 'size', 'sha256'] as const),
        ...(['created', 'key', 'due', 'tries'] as const),
      ])
      .expression((steps) =>
        steps
          .selectFrom('steps')
          .innerJoin('stages', 'stages.id', 'steps.stage_id')
          .select(({ val }) => [
            ...(['steps.id', 'stages.repo_id', 'stages.build_id'] as const),
            val(file.path).as('path'),
            sql.lit(0).as('size'),
            sql.lit('').as('sha256'),
            val(file.created).as('created'),
            val(file.key).as('key'),
            val(file.due).as('due'),
            sql.lit(0).as('tries'),
          ])
          .where('steps.id', '=', file.stepId),
      )
      .returning(['id', 'repo_id as repoId', 'build_id as buildId'])
      .executeTakeFirst();
  }

  /** From now on it is kept, in place of one with the same path; false where the step is gone. */
  async record(
    id: number,
    { stepId, path }: Pick<NotedFile, 'stepId' | 'path'>,
    content: { size: number; sha256: string },
  ): Promise<boolean> {
    await this.release((artifact) =>
      artifact.and([artifact('step_id', '=', stepId), artifact('path', '=', path)]),
    );
    const { numUpdatedRows } = await this.db
      .updateTable('artifacts')
      .set({ ...content, due: null })
      .where('id', '=', id)
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** In the order of their steps and paths. */
  async list(stepIds: readonly number[]): Promise<Artifact[]> {
    const rows = await this.db
      .selectFrom('artifacts')
      .select(columns)
      .where(isKept)
      .where('step_id', 'in', [0, ...stepIds])
      .orderBy('step_id')
      .orderBy('path')
      .execute();
    return rows as Artifact[];
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

  /** It was stored in vain. */
  async discard(id: number, due: number): Promise<void> {
    await this.db.updateTable('artifacts').set({ due }).where('id', '=', id).execute();
  }

  /** They are not kept any more; false where there were none. */
  private async release(
    which: (artifact: ExpressionBuilder<Tables, 'artifacts'>) => ReturnType<typeof isKept>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('artifacts')
      .set({ step_id: null })
      .where(isKept)
      .where(which)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
