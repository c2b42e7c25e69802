import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isSameText } from '../../shared/same-text.ts';
import { Sealer } from '../../shared/sealer.ts';

const keyBytes = 32;

/**
 * Signs the addresses of badges, so that people who may not read a repository see its badge. A signature is for one ref;
 * '' is the default branch, whichever it is.
 */
export class BadgeKeys {
  private readonly db: Database;
  private readonly sealer: Sealer;

  constructor(db: Database, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  /** Returns the signature of a badge. Creates the key of the repository if it has none. */
  async sign(repoId: number, ref: string): Promise<string> {
    const key = this.sealer.seal(randomBytes(keyBytes).toString('base64'));
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('badge_keys')
        .values({ repo_id: repoId, key })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    return (await this.expected(repoId, ref)) ?? '';
  }

  async isSigned(repoId: number, ref: string, signature: string): Promise<boolean> {
    const expected = await this.expected(repoId, ref);
    return expected !== undefined && isSameText(expected, signature);
  }

  /** Makes all signatures of a repository invalid. */
  async revoke(repoId: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('badge_keys').where('repo_id', '=', repoId).execute(),
    );
  }

  private async expected(repoId: number, ref: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('badge_keys')
      .select('key')
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    if (!row) return undefined;
    return new Sealer(Buffer.from(this.sealer.open(row.key), 'base64')).sign(`badge ${ref}`);
  }
}

export const reencryptBadgeKeys = reencryptColumn('badge_keys', 'key', ['repo_id']);
