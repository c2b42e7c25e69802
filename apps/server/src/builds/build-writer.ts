import type {
  Attempt,
  Build,
  BuildChanges,
  BuildFile,
  BuildState,
  NewBuild,
  NewStage,
  NewStep,
  PastBuild,
  Stage,
  Step,
} from '@millrace/build-rules';
import { buildWords, failureWords } from '@millrace/contract/build-words';
import type { DecidedMatrices } from '@millrace/pipeline';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Person, replacedName } from '../domain/person.ts';
import { assignBuildNumber } from '../repositories/next-build-number.ts';
import { isAuthor, replacedAuthor } from './author-columns.ts';
import { attemptCodec, buildCodec, stageCodec, stepCodec } from './build-codec.ts';
import { BuildStore, isBuildOpen } from './build-store.ts';

/** Maximum number of rows per statement. A row of a build has 40 values, and SQLite accepts 32,766. */
const mostRows = 500;

const raised = sql<number>`version + 1`;

const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number;

/** Writes builds, stages and steps. Changes of their state are made by `change-build` only, in its transactions. */
export class BuildWriter {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Stores a build under the next number of its repository. */
  async insert(build: NewBuild, file: BuildFile, stages: NewStage[]): Promise<Build> {
    const number = await assignBuildNumber(this.db, build.repoId);
    const row = await this.db
      .insertInto('builds')
      .values(buildCodec.writeNew({ ...build, number, version: 1 }))
      .returningAll()
      .executeTakeFirstOrThrow();
    await this.insertWords([{ ...build, id: row.id }]);
    const changed_paths = file.changedPaths ? JSON.stringify(file.changedPaths) : null;
    await this.db
      .insertInto('build_configs')
      .values({
        build_id: row.id,
        text: file.config,
        changed_paths,
        source_hash: file.sourceHash ?? '',
      })
      .execute();
    for (const stage of stages) {
      const values = stageCodec.writeNew({ ...stage, buildId: row.id, version: 1 });
      await this.db.insertInto('stages').values(values).execute();
    }
    return buildCodec.read(row);
  }

  /**
   * Stores finished builds under their own numbers, which must be free. Returns them, and the ids of the steps by
   * their keys.
   */
  async insertPast(
    past: readonly PastBuild[],
  ): Promise<{ builds: Build[]; stepIds: Map<number, number> }> {
    const builds = await this.insertAll(
      past.map(({ build }) => buildCodec.writeNew(build)),
      (rows) => this.db.insertInto('builds').values(rows).returningAll().execute(),
    );
    await this.insertWords(builds.map(({ repo_id, ...build }) => ({ ...build, repoId: repo_id })));
    const buildIds = new Map(builds.map((row) => [`${row.repo_id} ${row.number}`, row.id]));
    const stages = past.flatMap(({ build, stages }) =>
      stages.map((each) => ({
        ...each,
        buildId: find(buildIds, `${build.repoId} ${build.number}`),
      })),
    );
    const stageRows = await this.insertAll(
      stages.map(({ stage, buildId }) => stageCodec.writeNew({ ...stage, buildId })),
      (rows) =>
        this.db.insertInto('stages').values(rows).returning(['id', 'build_id', 'number']).execute(),
    );
    const stageIds = new Map(stageRows.map((row) => [`${row.build_id} ${row.number}`, row.id]));
    const steps = stages.flatMap(({ stage, buildId, steps }) =>
      steps.map((each) => ({ ...each, stageId: find(stageIds, `${buildId} ${stage.number}`) })),
    );
    const stepRows = await this.insertAll(
      steps.map(({ step, stageId }) => stepCodec.writeNew({ ...step, stageId })),
      (rows) =>
        this.db.insertInto('steps').values(rows).returning(['id', 'stage_id', 'number']).execute(),
    );
    const stepIds = new Map(stepRows.map((row) => [`${row.stage_id} ${row.number}`, row.id]));
    return {
      builds: builds.map(buildCodec.read),
      stepIds: new Map(
        steps.map(({ key, stageId, step }) => [key, find(stepIds, `${stageId} ${step.number}`)]),
      ),
    };
  }

  private async insertAll<Row, Stored>(
    rows: readonly Row[],
    insert: (some: Row[]) => Promise<Stored[]>,
  ): Promise<Stored[]> {
    const stored: Stored[] = [];
    for (let at = 0; at < rows.length; at += mostRows) {
      stored.push(...(await insert(rows.slice(at, at + mostRows))));
    }
    return stored;
  }

  /** Applies changes, and returns the new state with its new versions. */
  async apply(state: BuildState, changes: BuildChanges): Promise<BuildState> {
    const { id: buildId } = state.build;
    const attempt = changes.build.attempt ?? state.build.attempt;
    const stages: Stage[] = [];
    for (const stage of state.stages) {
      const change = changes.stages.get(stage.id);
      const next = changes.replacements.get(stage.id);
      const changed = change ? await this.updateStage(stage.id, change) : stage;
      if (changes.removed.has(stage.id)) await this.retireStage(stage, attempt);
      else stages.push(next ? await this.replaceStage(changed, next) : changed);
    }
    for (const stage of changes.newStages) stages.push(await this.insertStage(buildId, stage));
    const steps: Step[] = [];
    for (const step of state.steps) {
      const change = changes.steps.get(step.id);
      const changed = change ? await this.updateStep(step.id, change) : step;
      const isPast = changes.replacements.has(step.stageId) || changes.removed.has(step.stageId);
      if (!isPast) steps.push(changed);
    }
    for (const attempt of changes.attempts) await this.noteAttempt(state.build.id, attempt);
    for (const step of changes.newSteps.toSorted(byNumber)) steps.push(await this.insertStep(step));
    if (changes.build.expired?.includes('log')) await this.markDeletedLogs(state.build.id);
    const row = await this.db
      .updateTable('builds')
      .set({ ...buildCodec.write(changes.build), version: raised })
      .where('id', '=', state.build.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { build: buildCodec.read(row), stages, steps };
  }

  /** Stores the values that outputs have decided for the matrix of a pipeline. */
  async decideMatrix(buildId: number, decided: DecidedMatrices): Promise<void> {
    const file = await new BuildStore(this.db).findFile(buildId);
    await this.db
      .updateTable('build_configs')
      .set({ matrices: JSON.stringify({ ...file.matrices, ...decided }) })
      .where('build_id', '=', buildId)
      .execute();
  }

  /** Marks the logs of all attempts as deleted. */
  private async markDeletedLogs(buildId: number): Promise<void> {
    await this.db
      .updateTable('steps')
      .set({ log_deleted: 1 })
      .where('stage_id', 'in', (stages) =>
        stages.selectFrom('stages').select('id').where('build_id', '=', buildId),
      )
      .execute();
  }

  /** The new stage takes over the number. */
  private async replaceStage(stage: Stage, next: NewStage): Promise<Stage> {
    await this.retireStage(stage, next.attempt);
    return this.insertStage(stage.buildId, next);
  }

  /** Frees the number of a stage that an attempt does not have. It keeps its steps and their logs. */
  private async retireStage({ id, number }: Stage, attempt: number): Promise<void> {
    await this.db
      .updateTable('stages')
      .set({ number: -id, replaced_number: number, replaced_in: attempt })
      .where('id', '=', id)
      .execute();
  }

  private async insertStage(buildId: number, next: NewStage): Promise<Stage> {
    const row = await this.db
      .insertInto('stages')
      .values(stageCodec.writeNew({ ...next, buildId, version: 1 }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return stageCodec.read(row);
  }

  private async noteAttempt(buildId: number, attempt: Attempt): Promise<void> {
    const { status, started, finished } = attempt;
    await this.db
      .insertInto('build_attempts')
      .values({ ...attemptCodec.writeNew(attempt), build_id: buildId })
      .onConflict((known) =>
        known.columns(['build_id', 'attempt']).doUpdateSet({ status, started, finished }),
      )
      .execute();
  }

  /** Deletes those of these builds that are finished and not pinned. Returns their number. */
  async delete(ids: readonly number[]): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('builds')
      .where('id', 'in', [0, ...ids])
      .where(({ not }) => not(isBuildOpen))
      .where('pinned', '=', 0)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Deletes builds of a repository, whatever their status. Returns their number, 0 if there are none. */
  async deleteSomeOf(repoId: number, limit: number): Promise<number> {
    const some = this.db.selectFrom('builds').select('id').where('repo_id', '=', repoId);
    const rows = await some.orderBy('number').limit(limit).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.db.deleteFrom('builds').where('id', 'in', ids).execute();
    return ids.length;
  }

  /** Adds the first words of error lines to the search index. */
  async addFailureWords({ id, repoId }: Pick<Build, 'id' | 'repoId'>, text: string): Promise<void> {
    const rows = failureWords(text).map((word) => ({ repo_id: repoId, word, build_id: id }));
    if (rows.length === 0) return;
    await this.db
      .insertInto('build_words')
      .values(rows)
      .onConflict((known) => known.doNothing())
      .execute();
  }

  /** Replaces a person in the builds between two ids, as author of their commits and as the account that acted on them. */
  async replacePerson(person: Person, ids: readonly [number, number]): Promise<void> {
    const { login } = person;
    await this.db
      .updateTable('builds')
      .set({ ...replacedAuthor, version: raised })
      .where(({ between }) => between('id', ...ids))
      .where(isAuthor(person))
      .execute();
    for (const column of ['trigger', 'sender', 'canceled_by'] as const) {
      await this.db
        .updateTable('builds')
        .set({ [column]: replacedName, version: raised })
        .where(({ between }) => between('id', ...ids))
        .where(column, '=', login)
        .execute();
    }
    await this.db
      .updateTable('build_attempts')
      .set({ login: replacedName })
      .where(({ between }) => between('build_id', ...ids))
      .where('login', '=', login)
      .execute();
    // Their version protects the reports of runners.
    await this.db
      .updateTable('stages')
      .set({ decided_by: replacedName })
      .where(({ between }) => between('build_id', ...ids))
      .where('decided_by', '=', login)
      .execute();
  }

  private async insertWords(
    builds: Pick<Build, 'id' | 'repoId' | 'after' | 'title' | 'message'>[],
  ): Promise<void> {
    const rows = builds.flatMap((build) =>
      buildWords(build).map((word) => ({ repo_id: build.repoId, word, build_id: build.id })),
    );
    for (let at = 0; at < rows.length; at += mostRows) {
      const some = rows.slice(at, at + mostRows);
      await this.db.insertInto('build_words').values(some).execute();
    }
  }

  private async updateStage(id: number, change: Partial<Stage>): Promise<Stage> {
    const row = await this.db
      .updateTable('stages')
      .set({ ...stageCodec.write(change), version: raised })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return stageCodec.read(row);
  }

  /** The version of a step protects the reports of its runner, so other changes do not increase it. */
  private async updateStep(id: number, change: Partial<Step>): Promise<Step> {
    const row = await this.db
      .updateTable('steps')
      .set({ ...stepCodec.write(change), ...(change.status ? { version: raised } : {}) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return stepCodec.read(row);
  }

  private async insertStep(step: NewStep): Promise<Step> {
    const row = await this.db
      .insertInto('steps')
      .values(stepCodec.writeNew({ ...step, version: 1 }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return stepCodec.read(row);
  }
}

function find(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The database did not return the row ${key}`);
  return id;
}
