import { replayFilesPath } from '@millrace/build-host/files/step-file';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DueObjectStore } from '../../object-store/due-object-store.ts';
import { ArtifactTotals } from './artifact-totals.ts';

/** A file collected from a step. */
export interface Artifact {
  artifactId: number;
  stepId: number;
  path: string;
  size: number;
  sha256: string;
  created: number;
  key: string;
  executable: number;
  /** Target of a symbolic link; null for a file. */
  linkTarget: string | null;
}

export interface PendingFile extends Pick<Artifact, 'executable' | 'linkTarget'> {
  stepId: number;
  repoId: number;
  buildId: number;
  path: string;
  key: string;
  /** Declared size in bytes. The content must have the same size. */
  size: number;
  created: number;
  /** Unix seconds at which the file is deleted, unless it is complete by then. */
  due: number;
  /** Unix seconds at which the pipeline file wants it deleted; null if it says nothing. */
  expires: number | null;
}

type Which = (
  artifact: ExpressionBuilder<Tables, 'artifacts'>,
) => ExpressionWrapper<Tables, 'artifacts', SqlBool>;

const columns = [
  'id as artifactId',
  'step_id as stepId',
  'path',
  'size',
  'sha256',
  'created',
  'key',
  'executable',
  'link_target as linkTarget',
] as const;
/** The character that follows the slash. Paths are compared by their bytes. */
const afterSlash = '0';

const isComplete: Which = (artifact) =>
  artifact.and([artifact('due', 'is', null), artifact('step_id', 'is not', null)]);
const isListed: Which = (artifact) =>
  artifact.and([isComplete(artifact), artifact('path', '!=', replayFilesPath)]);

/**
 * Records of files in the object store. A record is inserted before its object is stored, and deleted after
 * its object is deleted. An artifact is complete if it has a step and no due deletion.
 */
export class ArtifactStore extends DueObjectStore {
  constructor(db: Db) {
    super(db, 'artifacts');
  }

  /** Returns undefined if the step was deleted. */
  findBuildOfStep(stepId: number): Promise<{ repoId: number; buildId: number } | undefined> {
    return this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .select(['stages.repo_id as repoId', 'stages.build_id as buildId'])
      .where('steps.id', '=', stepId)
      .executeTakeFirst();
  }

  /** Records a pending file, and adds its bytes to the totals. Returns its id. */
  async begin({ repoId, buildId, ...file }: PendingFile): Promise<number> {
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
        executable: file.executable,
        link_target: file.linkTarget,
        due: file.due,
        expires: file.expires,
        tries: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await new ArtifactTotals(this.db).add({ repoId, buildId }, file.size);
    return id;
  }

  /** Marks a file as complete, in place of one with the same path. Returns false if the step was deleted. */
  async record(
    id: number,
    { stepId, repoId, path, size }: PendingFile,
    sha256: string,
  ): Promise<boolean> {
    await new ArtifactTotals(this.db).lock(repoId);
    await this.detach((artifact) =>
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

  /** Lists the files of a step by path, starting after the path `after`. */
  async listOfStep(stepId: number, after: string | undefined, limit: number): Promise<Artifact[]> {
    let artifacts = this.db
      .selectFrom('artifacts')
      .select(columns)
      .where(isListed)
      .where('step_id', '=', stepId);
    if (after !== undefined) artifacts = artifacts.where('path', '>', after);
    return (await artifacts.orderBy('path').limit(limit).execute()) as Artifact[];
  }

  /** Lists the files of a step below a folder, or all for '', by path, starting after the path `after`. */
  async listBelow(
    stepId: number,
    folder: string,
    after: string,
    limit: number,
  ): Promise<Pick<Artifact, 'path' | 'size'>[]> {
    let artifacts = this.db
      .selectFrom('artifacts')
      .select(['path', 'size'])
      .where(isListed)
      .where('step_id', '=', stepId)
      .where('path', '>', after);
    if (folder) {
      artifacts = artifacts
        .where('path', '>', `${folder}/`)
        .where('path', '<', folder + afterSlash);
    }
    return await artifacts.orderBy('path').limit(limit).execute();
  }

  /** Returns those of these steps that have artifacts. */
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
            .where('due', 'is', null)
            .where('path', '!=', replayFilesPath),
        ),
      )
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async count(stepIds: readonly number[]): Promise<number> {
    const { count } = await this.db
      .selectFrom('artifacts')
      .select((artifact) => artifact.fn.countAll<number>().as('count'))
      .where(isListed)
      .where('step_id', 'in', [0, ...stepIds])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async find(stepId: number, path: string): Promise<Artifact | undefined> {
    return path === replayFilesPath ? undefined : this.findOne(stepId, path);
  }

  /** Finds a file, also one that is not listed. */
  findAny(stepId: number, path: string): Promise<Artifact | undefined> {
    return this.findOne(stepId, path);
  }

  /** Finds a listed file by its id. */
  async findById(artifactId: number): Promise<Artifact | undefined> {
    const row = await this.db
      .selectFrom('artifacts')
      .select(columns)
      .where(isListed)
      .where('id', '=', artifactId)
      .executeTakeFirst();
    return row as Artifact | undefined;
  }

  /** Returns the first of these steps of which artifacts were deleted. */
  async findDeleted(stepIds: readonly number[]): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('deleted_artifacts')
      .select('step_id as stepId')
      .where('step_id', 'in', [0, ...stepIds])
      .orderBy('step_id')
      .executeTakeFirst();
    return row?.stepId;
  }

  /** Returns the size in bytes. */
  async sum(of: { repoId: number; buildId?: number }): Promise<number> {
    let sizes = this.db
      .selectFrom('artifacts')
      .select((artifact) => artifact.fn.sum<number | null>('size').as('bytes'))
      .where(isComplete)
      .where('repo_id', '=', of.repoId);
    if (of.buildId !== undefined) sizes = sizes.where('build_id', '=', of.buildId);
    const { bytes } = await sizes.executeTakeFirstOrThrow();
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

  /** Releases some artifacts of a build. Returns true if more may be left. */
  async releasePart(buildId: number, limit: number): Promise<boolean> {
    const rows = await this.db
      .selectFrom('artifacts')
      .select('id')
      .where(isComplete)
      .where('build_id', '=', buildId)
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    await this.release((artifact) => artifact('id', 'in', [0, ...ids]));
    return ids.length === limit;
  }

  /** Returns the next build after one whose artifacts have expired. */
  async findBuildWithExpired(now: number, after: number): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('artifacts')
      .select(({ fn }) => fn.min<number | null>('build_id').as('buildId'))
      .where(isComplete)
      .where('expires', '<=', now)
      .where('build_id', '>', after)
      .executeTakeFirst();
    return row?.buildId ?? undefined;
  }

  /** Releases some artifacts of a build that have expired. Returns false if there were none. */
  async releaseExpired(buildId: number, now: number, limit: number): Promise<boolean> {
    const rows = await this.db
      .selectFrom('artifacts')
      .select('id')
      .where(isComplete)
      .where('build_id', '=', buildId)
      .where('expires', '<=', now)
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    return this.release((artifact) => artifact('id', 'in', [0, ...ids]));
  }

  /** Returns the bytes and the number of artifacts of each of these builds that has some. */
  sumByBuild(
    buildIds: readonly number[],
  ): Promise<{ buildId: number; bytes: number; count: number }[]> {
    return this.db
      .selectFrom('artifacts')
      .select(({ fn }) => [
        'build_id as buildId',
        fn.sum<number>('size').as('bytes'),
        fn.countAll<number>().as('count'),
      ])
      .where(isComplete)
      .where('build_id', 'in', [0, ...buildIds])
      .groupBy('build_id')
      .execute();
  }

  /** Subtracts the bytes of an incomplete upload from the totals. Its object is deleted when it is due. */
  async discard(id: number, due: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await giveBack(trx, (artifact) => artifact('id', '=', id));
      await trx.updateTable('artifacts').set({ due, size: 0 }).where('id', '=', id).execute();
    });
  }

  override async delete(id: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await giveBack(trx, (artifact) => artifact('id', '=', id));
      await trx.deleteFrom('artifacts').where('id', '=', id).execute();
    });
  }

  private async findOne(stepId: number, path: string): Promise<Artifact | undefined> {
    const row = await this.db
      .selectFrom('artifacts')
      .select(columns)
      .where(isComplete)
      .where('step_id', '=', stepId)
      .where('path', '=', path)
      .executeTakeFirst();
    return row as Artifact | undefined;
  }

  /** Releases artifacts, in a transaction, and records their steps. Returns false if there were none. */
  private async release(which: Which): Promise<boolean> {
    const steps = this.db
      .selectFrom('artifacts')
      .select((artifact) => artifact.ref('step_id').$notNull().as('step_id'))
      .distinct()
      .where(isListed)
      .where(which);
    await this.db
      .insertInto('deleted_artifacts')
      .columns(['step_id'])
      .expression(steps)
      .onConflict((known) => known.doNothing())
      .execute();
    return this.detach(which);
  }

  /** Detaches artifacts from their steps, in a transaction. Returns false if there were none. */
  private async detach(which: Which): Promise<boolean> {
    const complete: Which = (artifact) => artifact.and([isComplete(artifact), which(artifact)]);
    await giveBack(this.db, complete);
    const { numUpdatedRows } = await this.db
      .updateTable('artifacts')
      .set({ step_id: null, size: 0 })
      .where(complete)
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
  for (const { bytes, ...owner } of sums) await totals.add(owner, -Number(bytes));
}
