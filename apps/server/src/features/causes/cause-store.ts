import { randomInt } from 'node:crypto';
import type { CauseChange } from '@millrace/contract/api';
import type { Db } from '../../db/database.ts';
import type { Fingerprint } from '../../domain/causes/fingerprint.ts';
import type { KnownCause } from '../../domain/causes/match-cause.ts';

/** Maximum number of causes that a failure is compared with: those with the most facts in common. */
const maxCompared = 50;
/** A fact that fewer failures of a cause had is forgotten, because it is noise. One of 20. */
const rareFact = 20;
/** Rows deleted in one transaction. */
const deletedAtOnce = 200;
/** Ids are random numbers below this one. The next of a series would tell whether another repository had an error. */
const maxId = 2 ** 48 - 1;

/** Causes with their facts. */
export class CauseStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Finds causes that share facts with a failure, and the number of causes that have each of the facts. */
  async findSharing(
    fingerprint: Fingerprint,
  ): Promise<{ known: KnownCause[]; causesOfFact: Map<number, number> }> {
    const sharing = await this.db
      .selectFrom('cause_facts')
      .select(['cause_id', (row) => row.fn.countAll<number>().as('shared')])
      // Many causes share forms.
      .where(
        'fact',
        'in',
        fingerprint.filter((fact) => fact >= 0),
      )
      .groupBy('cause_id')
      .orderBy('shared', 'desc')
      .orderBy('cause_id')
      .limit(maxCompared)
      .execute();
    const rows = await this.db
      .selectFrom('cause_facts')
      .innerJoin('causes', 'causes.id', 'cause_facts.cause_id')
      .select(['cause_id', 'fact', 'cause_facts.failures', 'causes.failures as all'])
      .where('cause_id', 'in', [0, ...sharing.map(({ cause_id }) => cause_id)])
      .execute();
    const known = new Map<number, KnownCause & { facts: Map<number, number> }>();
    for (const { cause_id: id, fact, failures, all } of rows) {
      const cause = known.get(id) ?? { id, failures: all, facts: new Map() };
      cause.facts.set(fact, failures);
      known.set(id, cause);
    }
    const facts = new Set([...fingerprint, ...rows.map(({ fact }) => fact)]);
    return { known: [...known.values()], causesOfFact: await this.countCauses([...facts]) };
  }

  /** Adds a failure to a cause, or to a new one. Returns the id of the cause. */
  async add(fingerprint: Fingerprint, knownId: number | undefined): Promise<number> {
    const id = knownId ?? (await this.create());
    await this.db
      .updateTable('causes')
      .set((row) => ({ failures: row('failures', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await this.db
      .insertInto('cause_facts')
      .values(fingerprint.map((fact) => ({ fact, cause_id: id, failures: 1 })))
      .onConflict((known) =>
        known
          .columns(['fact', 'cause_id'])
          .doUpdateSet((row) => ({ failures: row('cause_facts.failures', '+', 1) })),
      )
      .execute();
    const all = this.db.selectFrom('causes').select('failures').where('id', '=', id);
    await this.db
      .deleteFrom('cause_facts')
      .where('cause_id', '=', id)
      .where((row) => row(row('failures', '*', rareFact), '<', all))
      .execute();
    return id;
  }

  /** Changes the settings of a cause in a repository. Returns false if it has no such cause. */
  async change(
    repoId: number,
    causeId: number,
    { name, issue, retry }: CauseChange,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('repo_causes')
      .set({
        // Without any change, the statement still needs a column.
        repo_id: repoId,
        ...(name === undefined ? {} : { name }),
        ...(issue === undefined ? {} : { issue }),
        ...(retry === undefined ? {} : { retry: retry ? 1 : 0 }),
      })
      .where('repo_id', '=', repoId)
      .where('cause_id', '=', causeId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Deletes some causes of repositories that last failed before a time, unless someone has changed them, and their weeks.
   * Returns false if there are no more.
   */
  async deleteUnseen(beforeSec: number): Promise<boolean> {
    const unseen = await this.db
      .selectFrom('repo_causes')
      .select(['cause_id', 'repo_id'])
      .where('last_seen', '<', beforeSec)
      .where('name', '=', '')
      .where('issue', '=', '')
      .where('retry', '=', 0)
      .limit(deletedAtOnce)
      .execute();
    for (const { cause_id, repo_id } of unseen) {
      await this.db
        .deleteFrom('repo_causes')
        .where('cause_id', '=', cause_id)
        .where('repo_id', '=', repo_id)
        .execute();
    }
    const weeks = await this.deleteWeeks(beforeSec);
    return unseen.length === deletedAtOnce || weeks === deletedAtOnce;
  }

  /** Counts the causes of all repositories. */
  async count(): Promise<number> {
    const { count } = await this.db
      .selectFrom('repo_causes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  private async deleteWeeks(beforeSec: number): Promise<number> {
    const some = this.db
      .selectFrom('cause_weeks')
      .select(['repo_id', 'week', 'cause_id'])
      .where('week', '<', beforeSec)
      .limit(deletedAtOnce);
    const { numDeletedRows } = await this.db
      .deleteFrom('cause_weeks')
      .where(({ eb, refTuple }) =>
        eb(
          refTuple('repo_id', 'week', 'cause_id'),
          'in',
          some.$asTuple('repo_id', 'week', 'cause_id'),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Deletes the causes that have no failures in any repository. */
  async deleteUnused(): Promise<void> {
    await this.db
      .deleteFrom('causes')
      .where('id', 'not in', (row) => row.selectFrom('repo_causes').select('cause_id'))
      .execute();
  }

  private async create(): Promise<number> {
    const { id } = await this.db
      .insertInto('causes')
      .values({ id: randomInt(1, maxId), failures: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  private async countCauses(facts: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.db
      .selectFrom('cause_facts')
      .select(['fact', (row) => row.fn.countAll<number>().as('causes')])
      .where('fact', 'in', [...facts])
      .groupBy('fact')
      .execute();
    return new Map(rows.map(({ fact, causes }) => [fact, Number(causes)]));
  }
}
