import { AppError, conflict } from '@millrace/contract/api-errors';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { whileUnchanged } from '../../db/unchanged.ts';

interface StoredFactor {
  secretSealed: string;
  created: number;
}

/** Stores the secrets of authenticator apps, and the hashes of recovery codes. */
export class SecondFactorStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(userId: number): Promise<StoredFactor | undefined> {
    return whileUnchanged(this.db, `second factor ${userId}`, () =>
      this.db
        .selectFrom('totp_secrets')
        .select(['secret_sealed as secretSealed', 'created'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    );
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('recovery_codes')
      .select((rows) => rows.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** @throws AppError (409) if the account has a second factor already */
  async insert(
    userId: number,
    factor: StoredFactor & { lastStep: number },
    recoveryHashes: readonly string[],
  ): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('totp_secrets')
        .values({
          user_id: userId,
          secret_sealed: factor.secretSealed,
          last_step: factor.lastStep,
          created: factor.created,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n)
        throw conflict('The account has a second factor already');
      await replaceRecoveryCodes(trx, userId, recoveryHashes);
    });
  }

  /** Marks the code of a time step as used. Returns false if it, or a later one, was used before. */
  async useStep(userId: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await inTransaction(this.db, (trx) =>
      trx
        .updateTable('totp_secrets')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  /** Deletes a recovery code. Returns false if there is none with this hash. */
  async useRecoveryCode(userId: number, hash: string): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }

  async replaceRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void> {
    await inTransaction(this.db, (trx) => replaceRecoveryCodes(trx, userId, hashes));
  }

  /** @throws AppError (404) if the account has no second factor, and records nothing */
  async delete(userId: number): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      const { numDeletedRows } = await trx
        .deleteFrom('totp_secrets')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError(404, 'The account has no second factor');
    });
  }
}

async function replaceRecoveryCodes(
  trx: Db,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash) => ({ user_id: userId, hash }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}
