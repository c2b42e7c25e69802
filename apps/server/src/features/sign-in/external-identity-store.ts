import type { Clock } from '@millrace/node-kit/clock';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ExternalIdentity, ExternalProvider } from '../../domain/external-person.ts';

/** Stores which accounts belong to persons at an OpenID Connect provider or in an LDAP directory. */
export class ExternalIdentityStore {
  private readonly db: Db;
  private readonly clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.db = db;
    this.clock = clock;
  }

  /** Lists the identities of a person. */
  async listOf(userId: number): Promise<object[]> {
    return this.db
      .selectFrom('external_identities')
      .select(['provider', 'issuer', 'subject'])
      .where('user_id', '=', userId)
      .execute();
  }

  async findUserId({ provider, issuer, subject }: ExternalIdentity): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('external_identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id;
  }

  /** Finds the identity of an account at a provider of this kind. */
  async find(userId: number, provider: ExternalProvider): Promise<ExternalIdentity | undefined> {
    return this.db
      .selectFrom('external_identities')
      .select(['provider', 'issuer', 'subject'])
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst();
  }

  /**
   * Links an account to a person, instead of to a person of another issuer. Returns false if the account or
   * the person has another link.
   */
  async link(userId: number, { provider, issuer, subject }: ExternalIdentity): Promise<boolean> {
    const values = { user_id: userId, provider, issuer, subject, checked: this.clock.nowSec() };
    const inserted = await inTransaction(this.db, async (trx) => {
      await trx
        .deleteFrom('external_identities')
        .where('user_id', '=', userId)
        .where('provider', '=', provider)
        .where('issuer', '!=', issuer)
        .execute();
      return trx
        .insertInto('external_identities')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
    });
    return inserted.numInsertedOrUpdatedRows === 1n;
  }

  async count(provider: ExternalProvider): Promise<number> {
    const row = await this.db
      .selectFrom('external_identities')
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow();
    return row.count;
  }

  /** Lists accounts whose last check is not later than `olderThanSec`, oldest first. */
  async listDue(
    provider: ExternalProvider,
    olderThanSec: number,
    limit: number,
  ): Promise<{ userId: number; subject: string }[]> {
    return this.db
      .selectFrom('external_identities')
      .select(['user_id as userId', 'subject'])
      .where('provider', '=', provider)
      .where('checked', '<=', olderThanSec)
      .orderBy('checked')
      .orderBy('user_id')
      .limit(limit)
      .execute();
  }

  /** Makes the next check of all accounts due. */
  async setAllDue(provider: ExternalProvider): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .updateTable('external_identities')
        .set({ checked: 0 })
        .where('provider', '=', provider)
        .execute(),
    );
  }

  async setChecked(userId: number, provider: ExternalProvider, checked: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx
        .updateTable('external_identities')
        .set({ checked })
        .where('user_id', '=', userId)
        .where('provider', '=', provider)
        .execute(),
    );
  }
}
