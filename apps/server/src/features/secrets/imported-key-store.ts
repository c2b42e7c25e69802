import type { Db } from '../../db/database.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import type { Sealer } from '../../shared/sealer.ts';

/**
 * Keys that repositories had on a Drone server. They verify signatures and decrypt values in pipeline files
 * written for it; new ones use the key of this server.
 */
export class ImportedKeyStore {
  private readonly db: Db;
  private readonly sealer: Sealer;

  constructor(db: Db, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  /** Returns undefined if the repository was not imported. */
  async find(repoId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('imported_keys')
      .select('sealed')
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row && this.sealer.tryOpen(row.sealed);
  }

  async save(repoId: number, key: string): Promise<void> {
    const row = { sealed: this.sealer.seal(key) };
    await this.db
      .insertInto('imported_keys')
      .values({ repo_id: repoId, ...row })
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(row))
      .execute();
  }
}

/** Re-encrypts all imported keys. */
export const reencryptImportedKeys = reencryptColumn('imported_keys', 'sealed', ['repo_id']);
