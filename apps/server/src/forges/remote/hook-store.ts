import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Reencrypt } from '../../db/reencrypt.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Encrypted webhook secrets of repositories. */
export class HookStore {
  private readonly db: Db;
  private readonly sealer: Sealer;

  constructor(db: Db, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  async find(repoId: number): Promise<string | undefined> {
    return this.open(await this.findSealed(repoId));
  }

  /** Stores the secret of a webhook that another server has created, unless there is one. */
  async adopt(repoId: number, secret: string): Promise<void> {
    if (!(await this.findSealed(repoId))) await this.save(repoId, this.sealer.seal(secret));
  }

  /** Replaces the secret. `undo` restores the previous one if the forge rejects the new one. */
  async rotate(repoId: number): Promise<{ secret: string; undo: () => Promise<void> }> {
    const before = await this.findSealed(repoId);
    const secret = randomBytes(24).toString('base64url');
    await this.save(repoId, this.sealer.seal(secret));
    return {
      secret,
      undo: async () => {
        if (before) await this.save(repoId, before);
      },
    };
  }

  private async save(repoId: number, secret_sealed: string): Promise<void> {
    await this.db
      .insertInto('repo_hooks')
      .values({ repo_id: repoId, secret_sealed })
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet({ secret_sealed }))
      .execute();
  }

  private open(encrypted: string | undefined): string | undefined {
    return encrypted && this.sealer.tryOpen(encrypted);
  }

  private async findSealed(repoId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('repo_hooks')
      .select('secret_sealed')
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row?.secret_sealed;
  }
}

/** Re-encrypts the secrets of all webhooks. */
export const reencryptHooks: Reencrypt = async (trx, change) => {
  const hooks = await trx.selectFrom('repo_hooks').selectAll().execute();
  for (const { repo_id, secret_sealed } of hooks) {
    const changed = { secret_sealed: change(secret_sealed) };
    await trx.updateTable('repo_hooks').set(changed).where('repo_id', '=', repo_id).execute();
  }
  return hooks.length;
};
