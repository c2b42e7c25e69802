import type { TerminalEnd } from '@millrace/contract/vocabulary';
import { type SqlBool, sql } from 'kysely';
import { codec, flag } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import type { KeptStepRow, TerminalRow } from '../../db/tables.ts';
import { replacedName } from '../../domain/person.ts';
import type { KeptStep, Terminal } from './kept-step.ts';

const keptCodec = codec<KeptStepRow, KeptStep>({
  id: 'id',
  stepId: 'step_id',
  repoId: 'repo_id',
  buildId: 'build_id',
  runner: 'runner',
  created: 'created',
  seen: 'seen',
  until: 'until',
  ended: 'ended',
  endReason: 'end_reason',
  isPause: flag('paused'),
});

const terminalCodec = codec<TerminalRow, Terminal>({
  id: 'id',
  keptId: 'kept_id',
  userId: 'user_id',
  tokenId: 'token_id',
  login: 'login',
  created: 'created',
  seen: 'seen',
  width: 'width',
  height: 'height',
  outputBytes: 'output_bytes',
  ended: 'ended',
  endReason: 'end_reason',
  exitCode: 'exit_code',
  error: 'error',
});

/** How a terminal or an environment ended. */
export interface Ending {
  reason: TerminalEnd;
  nowSec: number;
  exitCode?: number | undefined;
  error?: string | undefined;
}

/** Kept steps and their terminals. */
export class TerminalStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the terminals that a person has opened. Recordings are at their builds. */
  async listOfUser(userId: number): Promise<object[]> {
    return this.db
      .selectFrom('terminals')
      .innerJoin('kept_steps', 'kept_steps.id', 'terminals.kept_id')
      .innerJoin('builds', 'builds.id', 'kept_steps.build_id')
      .innerJoin('repos', 'repos.id', 'builds.repo_id')
      .select(['terminals.id', 'repos.namespace', 'repos.name', 'builds.number as build'])
      .select(['terminals.created', 'terminals.ended', 'terminals.output_bytes'])
      .where('terminals.user_id', '=', userId)
      .orderBy('terminals.id')
      .execute();
  }

  /** Replaces the login of a deleted account in the recordings of its terminals. */
  async replaceLogin(login: string): Promise<void> {
    await this.db
      .updateTable('terminals')
      .set({ login: replacedName })
      .where('login', '=', login)
      .execute();
  }

  /** Adds a kept step. Returns undefined if the step has been kept before. */
  async keep(kept: Omit<KeptStep, 'id'>): Promise<KeptStep | undefined> {
    const row = await this.db
      .insertInto('kept_steps')
      .values(keptCodec.writeNew(kept))
      .onConflict((known) => known.column('step_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && keptCodec.read(row);
  }

  /** Keeps the environment of a step that has failed after a pause. */
  async reopen(id: number, { created, until }: Pick<KeptStep, 'created' | 'until'>): Promise<void> {
    await this.db
      .updateTable('kept_steps')
      .set({ created, seen: created, until, ended: 0, end_reason: '', paused: 0 })
      .where('id', '=', id)
      .execute();
  }

  async findKept(id: number): Promise<KeptStep | undefined> {
    const row = await this.keptSteps().where('id', '=', id).executeTakeFirst();
    return row && keptCodec.read(row);
  }

  async findByStep(stepId: number): Promise<KeptStep | undefined> {
    const row = await this.keptSteps().where('step_id', '=', stepId).executeTakeFirst();
    return row && keptCodec.read(row);
  }

  async listOfBuild(buildId: number): Promise<KeptStep[]> {
    const rows = await this.keptSteps().where('build_id', '=', buildId).orderBy('id').execute();
    return keptCodec.readAll(rows);
  }

  /** Lists the environments that exist. */
  async listPresent(): Promise<KeptStep[]> {
    // Must match the condition of its partial index literally.
    const rows = await this.keptSteps().where(sql<SqlBool>`ended = 0`).execute();
    return keptCodec.readAll(rows);
  }

  /** Lists the ids of stages whose steps have an environment. */
  async listStages(): Promise<number[]> {
    const rows = await this.db
      .selectFrom('kept_steps')
      .innerJoin('steps', 'steps.id', 'kept_steps.step_id')
      .select('steps.stage_id')
      .where(sql<SqlBool>`kept_steps.ended = 0`)
      .execute();
    return rows.map((row) => row.stage_id);
  }

  async setKeptSeen(id: number, nowSec: number): Promise<void> {
    await this.db.updateTable('kept_steps').set({ seen: nowSec }).where('id', '=', id).execute();
  }

  /** Ends a kept step and its terminals. Returns the ids of these, or undefined if it had ended before. */
  async endKept(id: number, ending: Ending): Promise<number[] | undefined> {
    const { numUpdatedRows } = await this.db
      .updateTable('kept_steps')
      .set({ ended: ending.nowSec, end_reason: ending.reason })
      .where('id', '=', id)
      .where('ended', '=', 0)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    return await this.endTerminalsOf(id, ending);
  }

  /** Ends the terminals of a kept step. Returns their ids. */
  async endTerminalsOf(keptId: number, ending: Ending): Promise<number[]> {
    const open = (await this.listTerminals([keptId])).filter(({ ended }) => ended === 0);
    const ids = open.map(({ id }) => id);
    for (const id of ids) await this.endTerminal(id, ending);
    return ids;
  }

  async addTerminal(terminal: Omit<Terminal, 'id'>): Promise<Terminal> {
    const row = await this.db
      .insertInto('terminals')
      .values(terminalCodec.writeNew(terminal))
      .returningAll()
      .executeTakeFirstOrThrow();
    return terminalCodec.read(row);
  }

  async findTerminal(id: number): Promise<Terminal | undefined> {
    const row = await this.terminals().where('id', '=', id).executeTakeFirst();
    return row && terminalCodec.read(row);
  }

  /** Lists the terminals of kept steps, oldest first. */
  async listTerminals(keptIds: readonly number[]): Promise<Terminal[]> {
    const rows = await this.terminals()
      .where('kept_id', 'in', [0, ...keptIds])
      .orderBy('id')
      .execute();
    return terminalCodec.readAll(rows);
  }

  async setSeen(id: number, nowSec: number): Promise<void> {
    await this.db.updateTable('terminals').set({ seen: nowSec }).where('id', '=', id).execute();
  }

  /** Ends a terminal. Returns false if it had ended before. */
  async endTerminal(id: number, { reason, nowSec, exitCode, error }: Ending): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('terminals')
      .set({
        ended: nowSec,
        end_reason: reason,
        ...(exitCode === undefined ? {} : { exit_code: exitCode }),
        ...(error === undefined ? {} : { error }),
      })
      .where('id', '=', id)
      .where('ended', '=', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  private keptSteps() {
    return this.db.selectFrom('kept_steps').selectAll();
  }

  private terminals() {
    return this.db.selectFrom('terminals').selectAll();
  }
}
