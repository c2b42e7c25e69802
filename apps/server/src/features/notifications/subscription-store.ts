import type { Build } from '@millrace/build-rules';
import { buildEvents } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';
import { codec, flag, json } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import type { SubscriptionRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Owner, Subscription } from './subscription.ts';

const subscriptionCodec = codec<SubscriptionRow, Subscription>({
  id: 'id',
  repoId: 'repo_id',
  userId: 'user_id',
  name: 'name',
  channel: 'channel',
  host: 'host',
  recipients: json('recipients', z.array(z.string())),
  signed: flag('signed'),
  encryptedTarget: 'sealed',
  rule: 'rule',
  branches: 'branches',
  events: json('events', z.readonly(z.array(z.enum(buildEvents)))),
  digest: 'digest',
  scope: 'scope',
  disabled: flag('disabled'),
  created: 'created',
  updated: 'updated',
});

export class SubscriptionStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(owner: Owner): Promise<Subscription[]> {
    return subscriptionCodec.readAll(await this.ownedBy(owner).orderBy('name').execute());
  }

  /**
   * Lists the enabled subscriptions that may announce a build: those of its repository, and those of accounts
   * that chose the repository, or that started or wrote the build.
   */
  async listFor(build: Build): Promise<Subscription[]> {
    const { repoId, authorEmail } = build;
    const logins = [build.trigger, build.sender, build.authorLogin].filter((login) => login !== '');
    const people = this.db
      .selectFrom('users')
      .select('id')
      .where((user) =>
        user.or([
          user('login', 'in', ['', ...logins]),
          user.and([user('email', '=', authorEmail), user('email', '!=', '')]),
        ]),
      );
    const found = this.all()
      .where('disabled', '=', 0)
      .where((row) =>
        row.or([
          row('repo_id', '=', repoId),
          row.and([row('scope', '=', 'chosen'), row('id', 'in', this.choosing(repoId))]),
          row.and([row('scope', '=', 'own'), row('user_id', 'in', people)]),
        ]),
      );
    return subscriptionCodec.readAll(await found.orderBy('id').execute());
  }

  /** Lists the enabled subscriptions of a repository, and those of accounts that chose it. */
  async listForRepo(repoId: number): Promise<Subscription[]> {
    const found = this.all()
      .where('disabled', '=', 0)
      .where((row) =>
        row.or([
          row('repo_id', '=', repoId),
          row.and([row('scope', '=', 'chosen'), row('id', 'in', this.choosing(repoId))]),
        ]),
      );
    return subscriptionCodec.readAll(await found.orderBy('id').execute());
  }

  async find(owner: Owner, id: number): Promise<Subscription | undefined> {
    const row = await this.ownedBy(owner).where('id', '=', id).executeTakeFirst();
    return row && subscriptionCodec.read(row);
  }

  async findById(id: number): Promise<Subscription | undefined> {
    const row = await this.all().where('id', '=', id).executeTakeFirst();
    return row && subscriptionCodec.read(row);
  }

  /** Returns `used` if the name is used, and `full` if the owner has `limit` subscriptions. */
  async insert(
    subscription: Omit<Subscription, 'id'>,
    repoIds: readonly number[],
    limit: number,
  ): Promise<Subscription | 'used' | 'full'> {
    return inTransaction(this.db, async (trx) => {
      const store = new SubscriptionStore(trx);
      await acquireLock(trx, 'subscriptions');
      const existing = await store.list(subscription);
      if (existing.some(({ name }) => name === subscription.name)) return 'used';
      if (existing.length >= limit) return 'full';
      const row = await trx
        .insertInto('notification_subscriptions')
        .values(subscriptionCodec.writeNew(subscription))
        .returningAll()
        .executeTakeFirstOrThrow();
      await store.chooseRepos(row.id, repoIds);
      return subscriptionCodec.read(row);
    });
  }

  /** Returns `used` if the new name is used, and undefined if the subscription does not exist. */
  async update(
    { id, ...owner }: Owner & Pick<Subscription, 'id'>,
    changes: Partial<Subscription>,
    repoIds: readonly number[] | undefined,
  ): Promise<Subscription | 'used' | undefined> {
    return inTransaction(this.db, async (trx) => {
      const store = new SubscriptionStore(trx);
      await acquireLock(trx, 'subscriptions');
      const others = (await store.list(owner)).filter((each) => each.id !== id);
      if (others.some(({ name }) => name === changes.name)) return 'used';
      const row = await trx
        .updateTable('notification_subscriptions')
        .set(subscriptionCodec.write(changes))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row && repoIds) await store.chooseRepos(id, repoIds);
      return row && subscriptionCodec.read(row);
    });
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('notification_subscriptions').where('id', '=', id).execute(),
    );
  }

  /** Lists the ids of the chosen repositories of subscriptions, by subscription. */
  async listChosen(ids: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await this.db
      .selectFrom('notification_repos')
      .selectAll()
      .where('subscription_id', 'in', [0, ...ids])
      .execute();
    const chosen = Map.groupBy(rows, (row) => row.subscription_id);
    return new Map([...chosen].map(([id, ofOne]) => [id, ofOne.map((row) => row.repo_id)]));
  }

  private async chooseRepos(id: number, repoIds: readonly number[]): Promise<void> {
    await this.db.deleteFrom('notification_repos').where('subscription_id', '=', id).execute();
    if (repoIds.length === 0) return;
    await this.db
      .insertInto('notification_repos')
      .values(repoIds.map((repoId) => ({ subscription_id: id, repo_id: repoId })))
      .execute();
  }

  /** Selects the subscriptions that chose a repository. */
  private choosing(repoId: number) {
    return this.db
      .selectFrom('notification_repos')
      .select('subscription_id')
      .where('repo_id', '=', repoId);
  }

  private ownedBy({ repoId, userId }: Owner) {
    return repoId === null
      ? this.all().where('user_id', '=', userId)
      : this.all().where('repo_id', '=', repoId);
  }

  private all() {
    return this.db.selectFrom('notification_subscriptions').selectAll();
  }
}

/** Re-encrypts the URLs and secrets of all subscriptions with a new key. */
export const reencryptSubscriptions = reencryptColumn('notification_subscriptions', 'sealed', [
  'id',
]);
