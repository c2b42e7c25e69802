import { type OpenStage, priorities, type Stage, type Step } from '@millrace/build-rules';
import { type SqlBool, sql } from 'kysely';
import { skipUnreadable } from '../db/codec.ts';
import type { Db } from '../db/database.ts';
import type { StageRow } from '../db/tables.ts';
import { whileUnchanged } from '../db/unchanged.ts';
import { isCurrentStage, stageNumber, wasCurrentIn } from './attempt-conditions.ts';
import { stageCodec, stepCodec } from './build-codec.ts';

/** Must match the condition of the partial index literally: the planner does not use it for bound values. */
const isOpen = sql<SqlBool>`status in ('pending', 'running', 'blocked', 'waiting_on_dependencies')`;

/** Must match the condition of the partial index literally. */
const isWaitingOfMatrix = sql<SqlBool>`matrix_of <> '' and status = 'waiting_on_dependencies'`;

const buildNumber = sql<number>`(select number from builds where builds.id = stages.build_id)`;
const bisection = sql<number>`(select bisection from builds where builds.id = stages.build_id)`;
const throttle = sql<number>`(select throttle from repos where repos.id = stages.repo_id)`;
const namespace = sql<string>`(select namespace from repos where repos.id = stages.repo_id)`;

/** Position of a step, with the numbers shown in the UI. */
export interface StepAddress {
  repoId: number;
  build: number;
  stage: number;
  step: number;
  /** The newest attempt if absent. */
  attempt?: number | undefined;
}

/** The part of a stage that changes whenever an unfinished stage does. */
export type OpenState = Pick<OpenStage, 'id' | 'version' | 'throttle' | 'namespace'>;

/** Reads stages and steps. Only `change-build` writes them. */
export class StageStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async findById(id: number): Promise<Stage | undefined> {
    const row = await this.stages().where('id', '=', id).executeTakeFirst();
    return row && stageCodec.read(row);
  }

  /** Lists the stages of the newest attempt of a build. */
  async list(buildId: number): Promise<Stage[]> {
    const rows = await this.currentStages()
      .where('build_id', '=', buildId)
      .orderBy('number')
      .execute();
    return rows.map(stageCodec.read);
  }

  /** Lists the stages of one attempt of a build. */
  async listOfAttempt(buildId: number, attempt: number): Promise<Stage[]> {
    const rows = await this.stages()
      .select(stageNumber.as('shown_number'))
      .where('build_id', '=', buildId)
      .where(wasCurrentIn(attempt))
      .orderBy(stageNumber)
      .execute();
    return rows.map((row) => ({ ...stageCodec.read(row), number: row.shown_number }));
  }

  /** Lists all stages of the build that a stage belongs to. */
  async listBeside(stageId: number): Promise<Stage[]> {
    const rows = await this.currentStages()
      .where('build_id', '=', (eb) =>
        eb.selectFrom('stages').select('build_id').where('id', '=', stageId),
      )
      .orderBy('number')
      .execute();
    return rows.map(stageCodec.read);
  }

  /** Lists unfinished stages of all repositories, oldest first. */
  async listOpen(): Promise<OpenStage[]> {
    return readAllOpen(await this.openStages().orderBy('id').execute());
  }

  /**
   * Lists what changes whenever an unfinished stage does, oldest first. The database joins the numbers of each repository
   * in one text, because ten thousand rows take longer to read than to find.
   */
  async listOpenStates(): Promise<OpenState[]> {
    const rows = await this.db
      .selectFrom('stages')
      .select([
        throttle.as('throttle'),
        namespace.as('namespace'),
        sql<string>`string_agg(id || ' ' || version, ' ')`.as('states'),
      ])
      .where(isOpen)
      .groupBy('repo_id')
      .execute();
    const listed: OpenState[] = [];
    for (const { throttle, namespace, states } of rows) {
      const numbers = states.split(' ');
      for (let at = 0; at < numbers.length; at += 2) {
        const [id, version] = [Number(numbers[at]), Number(numbers[at + 1])];
        listed.push({ id, version, throttle, namespace });
      }
    }
    return listed.sort((one, other) => one.id - other.id);
  }

  async listOpenByIds(ids: readonly number[]): Promise<OpenStage[]> {
    const open = this.openStages().where('id', 'in', [0, ...ids]);
    return readAllOpen(await open.execute());
  }

  async findOpen(id: number): Promise<OpenStage | undefined> {
    const row = await this.openStages().where('id', '=', id).executeTakeFirst();
    return row && readOpen(row);
  }

  /** Lists the waiting stages that stand for a matrix, oldest first: those of some builds, or of all. */
  async listPlaceholders(buildIds?: readonly number[]): Promise<Stage[]> {
    let waiting = this.stages()
      .where(isWaitingOfMatrix)
      .whereRef('name', '=', 'matrix_of')
      .orderBy('id');
    if (buildIds) waiting = waiting.where('build_id', 'in', [0, ...buildIds]);
    return stageCodec.readAll(await waiting.execute());
  }

  /** Lists stages of all repositories, or of one, that runners have claimed and not finished. */
  async listClaimed(repoId?: number): Promise<Stage[]> {
    let claimed = this.stages()
      .where(isOpen)
      .where('machine', '!=', '')
      .where('status', 'in', ['pending', 'running'])
      .orderBy('id');
    if (repoId !== undefined) claimed = claimed.where('repo_id', '=', repoId);
    return stageCodec.readAll(await claimed.execute());
  }

  /** Lists the stages of all repositories of an owner that runners have claimed and not finished. */
  async listClaimedOf(namespace: string): Promise<Stage[]> {
    const claimed = this.stages()
      .where(isOpen)
      .where('machine', '!=', '')
      .where('status', 'in', ['pending', 'running'])
      .where('repo_id', 'in', (db) =>
        db.selectFrom('repos').select('id').where('namespace', '=', namespace),
      )
      .orderBy('id');
    return stageCodec.readAll(await claimed.execute());
  }

  async findStep(id: number): Promise<Step | undefined> {
    const row = await this.steps().where('id', '=', id).executeTakeFirst();
    return row && stepCodec.read(row);
  }

  /** Finds the id of a step by the numbers shown in the UI. */
  findStepId(address: StepAddress): Promise<number | undefined> {
    const { repoId, build, stage, step, attempt } = address;
    const key = `step id ${repoId} ${build} ${stage} ${step} ${attempt}`;
    return whileUnchanged(this.db, key, () => this.readStepId(address));
  }

  private async readStepId({
    repoId,
    build,
    stage,
    step,
    attempt,
  }: StepAddress): Promise<number | undefined> {
    const found = this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .innerJoin('builds', 'builds.id', 'stages.build_id')
      .select('steps.id')
      .where('builds.repo_id', '=', repoId)
      .where('builds.number', '=', build)
      .where('steps.number', '=', step);
    const ofStage = attempt
      ? found.where(stageNumber, '=', stage).where(wasCurrentIn(attempt))
      : found.where('stages.number', '=', stage);
    return (await ofStage.executeTakeFirst())?.id;
  }

  /** Lists all steps of the stage that a step belongs to. */
  async listStepsBeside(stepId: number): Promise<Step[]> {
    const rows = await this.steps()
      .where('stage_id', '=', (eb) =>
        eb.selectFrom('steps').select('stage_id').where('id', '=', stepId),
      )
      .orderBy('number')
      .execute();
    return rows.map(stepCodec.read);
  }

  async listSteps(stageIds: readonly number[]): Promise<Step[]> {
    const rows = await this.steps()
      .where('stage_id', 'in', [0, ...stageIds])
      .orderBy('stage_id')
      .orderBy('number')
      .execute();
    return rows.map(stepCodec.read);
  }

  private stages() {
    return this.db.selectFrom('stages').selectAll();
  }

  private currentStages() {
    return this.stages().where(isCurrentStage);
  }

  private openStages() {
    return this.stages()
      .select([buildNumber.as('build_number'), bisection.as('bisection')])
      .select([throttle.as('throttle'), namespace.as('namespace')])
      .where(isOpen);
  }

  private steps() {
    return this.db.selectFrom('steps').selectAll();
  }
}

type OpenStageRow = StageRow & {
  build_number: number;
  bisection: number;
  throttle: number;
  namespace: string;
};

function readOpen(row: OpenStageRow): OpenStage {
  const { build_number: buildNumber, throttle, namespace, bisection } = row;
  const stage = stageCodec.read(row);
  const priority = bisection !== 0 ? priorities.background : stage.priority;
  return { ...stage, buildNumber, throttle, namespace, priority };
}

/** Stages that cannot be read are not offered to runners. */
function readAllOpen(rows: readonly OpenStageRow[]): OpenStage[] {
  return rows.flatMap((row) => skipUnreadable(() => readOpen(row)));
}
