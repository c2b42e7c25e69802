import type { Build, StageWaiting } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { BuildRow, StageRow } from '../../db/tables.ts';
import { JsonText } from '../../http/api-routes.ts';
import { toBuildJson, toStageJson, toStepJson } from './build-mapper.ts';
import { BuildStore } from './build-store.ts';
import { type BuildState, BuildTexts } from './build-texts.ts';
import { StageStore } from './stage-store.ts';

const newestNumber = sql<number>`(
  select max(number) from builds as newest where newest.repo_id = repos.id
)`;

/** The columns that say which state a build is in. */
const state = ['id', 'version'] as const;

/** Says of each stage that waits for what it does, by the stage's id. */
export type ExplainWaiting = (stages: StageRow[]) => Promise<Map<number, StageWaiting>>;

/** Builds as screens and event streams show them. */
export class BuildReadModel {
  private readonly db: Db;
  private readonly builds: BuildStore;
  private readonly stages: StageStore;
  private readonly explainWaiting: ExplainWaiting;
  private readonly texts = new BuildTexts();

  constructor(db: Db, explainWaiting: ExplainWaiting = async () => new Map()) {
    this.db = db;
    this.explainWaiting = explainWaiting;
    this.builds = new BuildStore(db);
    this.stages = new StageStore(db);
  }

  /** A page of the builds of a repository, newest first. */
  async list(
    repoId: number,
    filter: {
      branch?: string | undefined;
      tag?: string | undefined;
      limit: number;
      offset: number;
    },
  ): Promise<JsonText<Build[]>> {
    let query = this.db.selectFrom('builds').select(state).where('repo_id', '=', repoId);
    if (filter.branch) query = query.where('target', '=', filter.branch);
    if (filter.tag) query = query.where('ref', '=', `refs/tags/${filter.tag}`);
    const states = await query
      .orderBy('number', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute();
    const texts = (await this.textsOf(states)).filter((text) => text !== undefined);
    return new JsonText(`[${texts.join(',')}]`);
  }

  async findById(id: number): Promise<Build | undefined> {
    const row = await this.builds.findById(id);
    return row && this.withStages(row);
  }

  async findByNumber(repoId: number, number: number): Promise<JsonText<Build> | undefined> {
    const found = await this.db
      .selectFrom('builds')
      .select(state)
      .where('repo_id', '=', repoId)
      .where('number', '=', number)
      .executeTakeFirst();
    const known = found && this.texts.find(found, 'whole');
    if (known) return new JsonText(known);
    const build = found && (await this.findById(found.id));
    if (!build) return undefined;
    const text = JSON.stringify(build);
    // What an open stage waits for changes without a change of its build.
    if (isFinished(build.status)) this.texts.keep(build, 'whole', text);
    return new JsonText(text);
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
    const texts = await this.findLatestTexts(repoIds);
    return new Map([...texts].map(([repoId, text]) => [repoId, text.read()]));
  }

  /** The same, each as JSON. */
  async findLatestTexts(repoIds: number[]): Promise<Map<number, JsonText<Build>>> {
    const states = await this.db
      .selectFrom('repos')
      .innerJoin('builds', (join) =>
        join.onRef('builds.repo_id', '=', 'repos.id').on('builds.number', '=', newestNumber),
      )
      .select(['builds.id', 'builds.version', 'builds.repo_id'])
      .where('repos.id', 'in', [0, ...repoIds])
      .execute();
    const texts = await this.textsOf(states);
    const found = new Map<number, JsonText<Build>>();
    for (const [index, { repo_id }] of states.entries()) {
      const text = texts[index];
      if (text !== undefined) found.set(repo_id, new JsonText(text));
    }
    return found;
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

  /** The JSON of builds without their stages; of one that was deleted meanwhile there is none. */
  private async textsOf(states: BuildState[]): Promise<(string | undefined)[]> {
    const known = states.map((each) => this.texts.find(each, 'alone'));
    const missing = states.filter((_, index) => known[index] === undefined).map(({ id }) => id);
    if (missing.length === 0) return known;
    const rows = await this.db
      .selectFrom('builds')
      .selectAll()
      .where('id', 'in', missing)
      .execute();
    const made = new Map<number, string>();
    for (const row of rows) {
      const text = JSON.stringify(toBuildJson(row));
      this.texts.keep(row, 'alone', text);
      made.set(row.id, text);
    }
    return states.map(({ id }, index) => known[index] ?? made.get(id));
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
