import type { TokenScope } from '@millrace/contract/vocabulary';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { whileUnchanged } from '../../db/unchanged.ts';

/** An access token. Only its hash is stored. */
export interface AccessToken {
  id: number;
  userId: number;
  name: string;
  scope: TokenScope;
  repoId: number | null;
  /** Slug of that repository. */
  repo: string | null;
  created: number;
  /** 0 means never. */
  expires: number;
  /** 0 means not yet. */
  lastUsed: number;
}

export type NewToken = Omit<AccessToken, 'id' | 'repo' | 'lastUsed'> & { hash: string };

export class AccessTokenStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the tokens of an account, newest first. */
  async list(userId: number): Promise<AccessToken[]> {
    const tokens = this.tokens().where('access_tokens.user_id', '=', userId);
    return tokens.orderBy('access_tokens.id', 'desc').execute();
  }

  async findByHash(hash: string): Promise<AccessToken | undefined> {
    return whileUnchanged(this.db, `access token ${hash}`, () =>
      this.tokens().where('access_tokens.hash', '=', hash).executeTakeFirst(),
    );
  }

  async find(id: number): Promise<AccessToken | undefined> {
    return this.tokens().where('access_tokens.id', '=', id).executeTakeFirst();
  }

  async insert({ userId, repoId, ...token }: NewToken): Promise<number> {
    const { id } = await inTransaction(this.db, (trx) =>
      trx
        .insertInto('access_tokens')
        .values({ ...token, user_id: userId, repo_id: repoId, last_used: 0 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return id;
  }

  /** Returns false if the account has no such token. */
  async delete(userId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.db, (trx) =>
      trx
        .deleteFrom('access_tokens')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }

  async setLastUsed(id: number, lastUsed: number): Promise<void> {
    await this.db
      .updateTable('access_tokens')
      .set({ last_used: lastUsed })
      .where('id', '=', id)
      .execute();
  }

  private tokens() {
    return this.db
      .selectFrom('access_tokens')
      .leftJoin('repos', 'repos.id', 'access_tokens.repo_id')
      .select([
        'access_tokens.id',
        'access_tokens.user_id as userId',
        'access_tokens.name',
        'access_tokens.scope',
        'access_tokens.repo_id as repoId',
        'repos.slug as repo',
        'access_tokens.created',
        'access_tokens.expires',
        'access_tokens.last_used as lastUsed',
      ]);
  }
}
