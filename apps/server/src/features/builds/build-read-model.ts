import type { Build, StageWaiting } from '@millrace/contract/api';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BuildRow, StageRow } from '../../db/tables.ts';
import { toBuildJson, toStageJson, toStepJson } from './build-mapper.ts';
import { BuildStore } from './build-store.ts';
import { StageStore } from './stage-store.ts';

const newestNumber = sql<number>`(
  select max(number) from builds as newest where newest.repo_id = repos.id
)`;

/** Says of each stage that waits for what it does, by the stage's id. */
export type ExplainWaiting = (stages: StageRow[]) => Promise<Map<number, StageWaiting>>;

/** Builds as screens and event streams show them. */
export class BuildReadModel {
  private readonly db: Db;
  private readonly builds: BuildStore;
  private readonly stages: StageStore;
  private readonly explainWaiting: ExplainWaiting;

  constructor(db: Db, explainWaiting: ExplainWaiting = async () => new Map()) {
    this.db = db;
    this.explainWaiting = explainWaiting;
    this.builds = new BuildStore(db);
    this.stages = new StageStore(db);
  }

  async list(
    repoId: number,
    filter: {
      branch?: string | undefined;
      tag?: string | undefined;
      limit: number;
      offset: number;
    },
  ): Promise<Build[]> {
    let query = this.db.selectFrom('builds').selectAll().where('repo_id', '=', repoId);
    if (filter.branch) query = query.where('target', '=', filter.branch);
    if (filter.tag) query = query.where('ref', '=', `refs/tags/${filter.tag}`);
    const rows = await query
      .orderBy('number', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute();
    return rows.map((row) => toBuildJson(row));
  }

  async findById(id: number): Promise<Build | undefined> {
    const row = await this.builds.findById(id);
    return row && this.withStages(row);
  }

  async findByNumber(repoId: number, number: number): Promise<Build | undefined> {
    const row = await this.builds.findByNumber(repoId, number);
    return row && this.withStages(row);
  }

  /** The newest build of a ref. */
  async findLatestOfRef(repoId: number, ref: string): Promise<Build | undefined> {
    const row = await this.db
      .selectFrom('builds')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where('ref', '=', ref)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && this.withStages(row);
  }

  /** The newest builds of these repositories, newest first. */
  async listRecent(repoIds: number[], limit: number): Promise<Build[]> {
    const rows = await this.db
      .selectFrom('builds')
      .selectAll()
      .where('repo_id', 'in', [0, ...repoIds])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => toBuildJson(row));
  }

  /** The build with the highest number of each repository, by repository id. */
  async findLatest(repoIds: number[]): Promise<Map<number, Build>> {
    const rows = await this.db
      .selectFrom('repos')
      .innerJoin('builds', (join) =>
        join.onRef('builds.repo_id', '=', 'repos.id').on('builds.number', '=', newestNumber),
      )
      .selectAll('builds')
      .where('repos.id', 'in', [0, ...repoIds])
      .execute();
    return new Map(rows.map((row) => [row.repo_id, toBuildJson(row)]));
  }

  /** The id of a step by the numbers that people see. */
  async findStepId(repoId: number, build: number, stage: number, step: number) {
    const row = await this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .innerJoin('builds', 'builds.id', 'stages.build_id')
      .select('steps.id')
      .where('builds.repo_id', '=', repoId)
      .where('builds.number', '=', build)
      .where('stages.number', '=', stage)
      .where('steps.number', '=', step)
      .executeTakeFirst();
    return row?.id;
  }

  private async withStages(row: BuildRow): Promise<Build> {
    const stages = await this.builds.listStages(row.id);
    const steps = await this.stages.listSteps(stages.map((stage) => stage.id));
    const waiting = await this.explainWaiting(stages);
    return toBuildJson(
      row,
      stages.map((stage) => {
        const ownSteps = steps.filter((step) => step.stage_id === stage.id);
        return toStageJson(stage, ownSteps.map(toStepJson), waiting.get(stage.id));
      }),
    );
  }
}
