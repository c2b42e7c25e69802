import type { Db } from '../../db/database.ts';
import type { ForgeIdentityRow } from '../../db/tables.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { ForgeTokens } from './oauth.ts';

/** An account here with its account at the forge. */
export interface ForgeIdentity {
  userId: number;
  forge: string;
  uid: string;
  /** Null when the forge has taken the access back. */
  tokens: ForgeTokens | null;
}

/** Who is who at the forge, with the sealed access to it. */
export class IdentityStore {
  private readonly db: Db;
  private readonly sealer: Sealer;

  constructor(db: Db, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  async find(userId: number): Promise<ForgeIdentity | undefined> {
    return this.read(await this.rows().where('user_id', '=', userId).executeTakeFirst());
  }

  async findByUid(forge: string, uid: string): Promise<ForgeIdentity | undefined> {
    const found = this.rows().where('forge', '=', forge).where('uid', '=', uid);
    return this.read(await found.executeTakeFirst());
  }

  async save({ userId, forge, uid, tokens }: ForgeIdentity): Promise<void> {
    const tokens_sealed = tokens && this.sealer.seal(JSON.stringify(tokens));
    await this.db
      .insertInto('forge_identities')
      .values({ user_id: userId, forge, uid, tokens_sealed })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ forge, uid, tokens_sealed }),
      )
      .execute();
  }

  /** Accounts that can do something for a repository at the forge, who may most first. */
  async listHelpers(repoId: number, forge: string, limit: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('repo_permissions')
      .innerJoin('forge_identities', 'forge_identities.user_id', 'repo_permissions.user_id')
      .select('repo_permissions.user_id')
      .where('repo_permissions.repo_id', '=', repoId)
      .where('repo_permissions.read', '=', 1)
      .where('forge_identities.forge', '=', forge)
      .where('forge_identities.tokens_sealed', 'is not', null)
      .orderBy('repo_permissions.admin', 'desc')
      .orderBy('repo_permissions.write', 'desc')
      .orderBy('repo_permissions.user_id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.user_id);
  }

  private rows() {
    return this.db.selectFrom('forge_identities').selectAll();
  }

  private read(row: ForgeIdentityRow | undefined): ForgeIdentity | undefined {
    if (!row) return undefined;
    const { user_id, forge, uid, tokens_sealed } = row;
    // What another key sealed is as good as taken back: the account signs in again.
    const text = tokens_sealed && this.sealer.tryOpen(tokens_sealed);
    return { userId: user_id, forge, uid, tokens: text ? JSON.parse(text) : null };
  }
}
