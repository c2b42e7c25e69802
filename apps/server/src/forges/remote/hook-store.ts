import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** The secret of each repository's hook, sealed. */
export class HookStore {
  private readonly db: Db;
  private readonly sealer: Sealer;

  constructor(db: Db, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  async find(repoId: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('repo_hooks')
      .select('secret_sealed')
      .where('repo_id', '=', repoId)
      .executeTakeFirst();
    return row && this.sealer.tryOpen(row.secret_sealed);
  }

  /** The same as before where there is one, so that what is under way stays good. */
  async ensure(repoId: number): Promise<string> {
    const known = await this.find(repoId);
    if (known) return known;
    const secret = randomBytes(24).toString('base64url');
    const secret_sealed = this.sealer.seal(secret);
    await this.db
      .insertInto('repo_hooks')
      .values({ repo_id: repoId, secret_sealed })
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet({ secret_sealed }))
      .execute();
    return secret;
  }
}
