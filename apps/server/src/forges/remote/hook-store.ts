import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { notFound } from '../../shared/errors.ts';
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
    return this.open(await this.findSealed(repoId));
  }

  /** The same as before where there is one, so that what is under way stays good. */
  async ensure(repoId: number): Promise<string> {
    const before = await this.findSealed(repoId);
    const known = this.open(before);
    if (known) return known;
    const secret_sealed = this.sealer.seal(randomBytes(24).toString('base64url'));
    // Of those who come at once all get that of the first: the forge is told by each of them.
    await this.db
      .insertInto('repo_hooks')
      .values({ repo_id: repoId, secret_sealed })
      .onConflict((conflict) =>
        conflict
          .column('repo_id')
          .doUpdateSet({ secret_sealed })
          .where('repo_hooks.secret_sealed', '=', before ?? ''),
      )
      .execute();
    const secret = await this.find(repoId);
    if (!secret) throw notFound();
    return secret;
  }

  private open(sealed: string | undefined): string | undefined {
    return sealed && this.sealer.tryOpen(sealed);
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
