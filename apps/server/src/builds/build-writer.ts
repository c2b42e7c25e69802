import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Build, BuildFile, NewBuild, NewStage, Stage, Step } from '../domain/build.ts';
import type { BuildChanges } from '../domain/build-state/changes.ts';
import { buildCodec, stageCodec, stepCodec } from './build-codec.ts';
import { isBuildOpen } from './build-store.ts';

const raised = sql<number>`version + 1`;

/** Writes builds, stages and steps: for `change-build` alone, in its transactions. */
export class BuildWriter {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The next number of the repository is the build's. */
  async insert(build: NewBuild, file: BuildFile, stages: NewStage[]): Promise<Build> {
    const { counter: number } = await this.db
      .updateTable('repos')
      .set({ counter: sql`counter + 1` })
      .where('id', '=', build.repoId)
      .returning('counter')
      .executeTakeFirstOrThrow();
    const row = await this.db
      .insertInto('builds')
      .values(buildCodec.writeNew({ ...build, number, version: 1 }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const changed_paths = file.changedPaths ? JSON.stringify(file.changedPaths) : null;
    await this.db
      .insertInto('build_configs')
      .values({ build_id: row.id, text: file.config, changed_paths })
      .execute();
    for (const stage of stages) {
      const values = stageCodec.writeNew({ ...stage, buildId: row.id, version: 1 });
      await this.db.insertInto('stages').values(values).execute();
    }
    return buildCodec.read(row);
  }

  /** Answers the build as it is then; its version tells this state from all others. */
  async apply(buildId: number, changes: BuildChanges): Promise<Build> {
    for (const [id, change] of changes.stages) await this.updateStage(id, change);
    for (const [id, change] of changes.steps) await this.updateStep(id, change);
    for (const step of changes.newSteps) {
      const values = stepCodec.writeNew({ ...step, version: 1 });
      await this.db.insertInto('steps').values(values).execute();
    }
    const row = await this.db
      .updateTable('builds')
      .set({ ...buildCodec.write(changes.build), version: raised })
      .where('id', '=', buildId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return buildCodec.read(row);
  }

  async purge(repoId: number, before: number): Promise<void> {
    await this.db
      .deleteFrom('builds')
      .where('repo_id', '=', repoId)
      .where('number', '<', before)
      .where(({ not }) => not(isBuildOpen))
      .execute();
  }

  private async updateStage(id: number, change: Partial<Stage>): Promise<void> {
    await this.db
      .updateTable('stages')
      .set({ ...stageCodec.write(change), version: raised })
      .where('id', '=', id)
      .execute();
  }

  /** A step's version is the lock of its runner's reports: what others change leaves it. */
  private async updateStep(id: number, change: Partial<Step>): Promise<void> {
    await this.db
      .updateTable('steps')
      .set({ ...stepCodec.write(change), ...(change.status ? { version: raised } : {}) })
      .where('id', '=', id)
      .execute();
  }
}
