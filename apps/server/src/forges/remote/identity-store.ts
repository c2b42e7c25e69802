import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { reencryptColumn } from '../../db/reencrypt.ts';
import type { ForgeIdentityRow, UserRow } from '../../db/tables.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { ForgeTokens } from './oauth.ts';

/** Millrace account with its linked account on the forge. */
export interface ForgeIdentity {
  userId: number;
  forge: string;
  uid: string;
  /** Null after the forge revoked the access. */
  tokens: ForgeTokens | null;
  /** Whether an admin created the account before its first sign-in. */
  isInvited: boolean;
  /** Whether the forge rejected the account, which ended its rights. */
  isEnded: boolean;
}

const storedTokens = z.object({
  access: z.string(),
  refresh: z.string(),
  expires: z.number(),
}) satisfies z.ZodMiniType<ForgeTokens>;

/** A rejected account is checked for another day, in case the rejection was an error of the forge. */
const recheckSec = 24 * 60 * 60;

type IdentityRow = ForgeIdentityRow & Pick<UserRow, 'access_ended'>;

/** Stores the links of accounts to the forge, with encrypted tokens. */
export class IdentityStore {
  private readonly db: Db;
  private readonly sealer: Sealer;

  constructor(db: Db, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  async find(userId: number): Promise<ForgeIdentity | undefined> {
    return this.read(
      await this.rows().where('forge_identities.user_id', '=', userId).executeTakeFirst(),
    );
  }

  async findByUid(forge: string, uid: string): Promise<ForgeIdentity | undefined> {
    const found = this.rows().where('forge_identities.forge', '=', forge).where('uid', '=', uid);
    return this.read(await found.executeTakeFirst());
  }

  async save(identity: Omit<ForgeIdentity, 'isEnded'>): Promise<void> {
    const { userId, forge, uid, tokens, isInvited } = identity;
    const row = {
      forge,
      uid,
      tokens_sealed: tokens && this.sealer.seal(JSON.stringify(tokens)),
      invited: isInvited ? 1 : 0,
    };
    await this.db
      .insertInto('forge_identities')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  /** Lists accounts whose last check is not later than `olderThanSec`, oldest first. */
  async listDue(forge: string, olderThanSec: number, nowSec: number, limit: number) {
    const due = await this.db
      .selectFrom('forge_identities')
      .innerJoin('users', 'users.id', 'forge_identities.user_id')
      .where('forge_identities.forge', '=', forge)
      .where((is) =>
        is.or([
          is('users.access_ended', '=', 0),
          is.and([
            is('forge_identities.tokens_sealed', 'is not', null),
            is.or([
              is('users.access_ended_reason', '!=', 'revoked'),
              is('users.access_ended', '>', nowSec - recheckSec),
            ]),
          ]),
        ]),
      )
      .select('forge_identities.user_id')
      .where('forge_identities.checked', '<=', olderThanSec)
      .orderBy('forge_identities.checked')
      .orderBy('forge_identities.user_id')
      .limit(limit)
      .execute();
    return due.map((row) => row.user_id);
  }

  async count(forge: string): Promise<number> {
    const row = await this.db
      .selectFrom('forge_identities')
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('forge', '=', forge)
      .executeTakeFirstOrThrow();
    return row.count;
  }

  async setChecked(userId: number, checked: number): Promise<void> {
    await this.db
      .updateTable('forge_identities')
      .set({ checked })
      .where('user_id', '=', userId)
      .execute();
  }

  /** Lists accounts with permissions in a repository on the forge, most permissions first. */
  async listHelpers(repoId: number, forge: string, limit: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('repo_permissions')
      .innerJoin('forge_identities', 'forge_identities.user_id', 'repo_permissions.user_id')
      .innerJoin('users', 'users.id', 'repo_permissions.user_id')
      .select('repo_permissions.user_id')
      .where('repo_permissions.repo_id', '=', repoId)
      .where('repo_permissions.read', '=', 1)
      .where('forge_identities.forge', '=', forge)
      .where('forge_identities.tokens_sealed', 'is not', null)
      .where('users.access_ended', '=', 0)
      .orderBy('repo_permissions.admin', 'desc')
      .orderBy('repo_permissions.write', 'desc')
      .orderBy('repo_permissions.user_id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.user_id);
  }

  private rows() {
    return this.db
      .selectFrom('forge_identities')
      .innerJoin('users', 'users.id', 'forge_identities.user_id')
      .selectAll('forge_identities')
      .select('users.access_ended');
  }

  private read(row: IdentityRow | undefined): ForgeIdentity | undefined {
    if (!row) return undefined;
    const { user_id, forge, uid, tokens_sealed, invited, access_ended } = row;
    // Tokens encrypted with another key, or unreadable, count as revoked: the account signs in again.
    const text = tokens_sealed && this.sealer.tryOpen(tokens_sealed);
    return {
      userId: user_id,
      forge,
      uid,
      tokens: (text && parseJson(storedTokens, text)) || null,
      isInvited: invited === 1,
      isEnded: access_ended > 0,
    };
  }
}

/** Re-encrypts the tokens of all accounts. */
export const reencryptIdentities = reencryptColumn('forge_identities', 'tokens_sealed', [
  'user_id',
]);

/** Lists the accounts of a person at forges, without their tokens. */
export async function listIdentitiesOf(db: Db, userId: number): Promise<object[]> {
  return db
    .selectFrom('forge_identities')
    .select(['forge', 'uid'])
    .where('user_id', '=', userId)
    .execute();
}
