import { notFound } from '@millrace/contract/api-errors';
import { z } from 'zod/mini';
import { codec, flag, json } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import { type Owner, ownedBy, ownerFields } from '../../db/owner.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import type { SecretRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Secret } from './secret.ts';

const texts = z.array(z.string());

const secretCodec = codec<SecretRow, Secret>({
  id: 'id',
  repoId: 'repo_id',
  namespace: 'namespace',
  name: 'name',
  sealed: 'sealed',
  pullRequest: flag('pull_request'),
  pullRequestPush: flag('pull_request_push'),
  events: json('events', texts),
  branches: json('branches', texts),
  images: json('images', texts),
  lastUsed: 'last_used',
  lastUsedBuild: 'last_used_build',
  created: 'created',
  updated: 'updated',
});

export class SecretStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(owner: Owner): Promise<Secret[]> {
    return (await this.of(owner).orderBy('name').execute()).map(secretCodec.read);
  }

  async listOfOrganisations(): Promise<Secret[]> {
    const rows = await this.db
      .selectFrom('secrets')
      .selectAll()
      .where('namespace', 'is not', null)
      .orderBy('namespace')
      .orderBy('name')
      .execute();
    return rows.map(secretCodec.read);
  }

  async find(owner: Owner, name: string): Promise<Secret | undefined> {
    const row = await this.of(owner).where('name', '=', name).executeTakeFirst();
    return row && secretCodec.read(row);
  }

  /** Returns undefined if the name is already used. */
  async insert(
    owner: Owner,
    secret: Omit<Secret, 'id' | 'repoId' | 'namespace'>,
  ): Promise<Secret | undefined> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .insertInto('secrets')
        .values(secretCodec.writeNew({ ...secret, ...ownerFields(owner) }))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    return row && secretCodec.read(row);
  }

  async update(id: number, changes: Partial<Secret>): Promise<Secret> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .updateTable('secrets')
        .set(secretCodec.write(changes))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(() => notFound()),
    );
    return secretCodec.read(row);
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, (trx) => trx.deleteFrom('secrets').where('id', '=', id).execute());
  }

  /** Records that a build used secrets, unless that was recorded after the time `since`. */
  async recordUse(
    ids: readonly number[],
    use: { at: number; build: number; since: number },
  ): Promise<void> {
    if (ids.length === 0) return;
    await inTransaction(this.db, (trx) =>
      trx
        .updateTable('secrets')
        .set((row) => ({
          last_used: use.at,
          last_used_build: row.case().when('repo_id', 'is', null).then(0).else(use.build).end(),
        }))
        .where('id', 'in', ids)
        .where('last_used', '<', use.since)
        .execute(),
    );
  }

  private of(owner: Owner) {
    return this.db.selectFrom('secrets').selectAll().where(ownedBy(owner));
  }
}

/** Re-encrypts all secrets with a new key. */
export const reencryptSecrets = reencryptColumn('secrets', 'sealed', ['id']);
