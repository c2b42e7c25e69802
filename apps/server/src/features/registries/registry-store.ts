import { notFound } from '@millrace/contract/api-errors';
import { codec } from '../../db/codec.ts';
import type { Db } from '../../db/database.ts';
import { type Owner, ownedBy, ownerFields } from '../../db/owner.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import type { RegistryRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Registry } from './registry.ts';

const registryCodec = codec<RegistryRow, Registry>({
  id: 'id',
  repoId: 'repo_id',
  namespace: 'namespace',
  address: 'name',
  username: 'username',
  password: 'password',
  created: 'created',
  updated: 'updated',
  lastUsed: 'last_used',
});

export class RegistryStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async list(owner: Owner): Promise<Registry[]> {
    return (await this.of(owner).orderBy('name').execute()).map(registryCodec.read);
  }

  async find(owner: Owner, address: string): Promise<Registry | undefined> {
    const row = await this.of(owner).where('name', '=', address).executeTakeFirst();
    return row && registryCodec.read(row);
  }

  /** Returns undefined if the owner already has credentials of the registry. */
  async insert(
    owner: Owner,
    registry: Omit<Registry, 'id' | 'repoId' | 'namespace'>,
  ): Promise<Registry | undefined> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .insertInto('registries')
        .values(registryCodec.writeNew({ ...registry, ...ownerFields(owner) }))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    return row && registryCodec.read(row);
  }

  async update(id: number, changes: Partial<Registry>): Promise<Registry> {
    const row = await inTransaction(this.db, (trx) =>
      trx
        .updateTable('registries')
        .set(registryCodec.write(changes))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(() => notFound()),
    );
    return registryCodec.read(row);
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('registries').where('id', '=', id).execute(),
    );
  }

  async recordUse(ids: readonly number[], at: number): Promise<void> {
    if (ids.length === 0) return;
    await inTransaction(this.db, (trx) =>
      trx.updateTable('registries').set({ last_used: at }).where('id', 'in', ids).execute(),
    );
  }

  private of(owner: Owner) {
    return this.db.selectFrom('registries').selectAll().where(ownedBy(owner));
  }
}

/** Re-encrypts all passwords with a new key. */
export const reencryptRegistries = reencryptColumn('registries', 'password', ['id']);
