import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
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
export const reencryptHooks = reencryptColumn('repo_hooks', 'secret_sealed', ['repo_id']);
