import { toAccountJson } from '../../accounts/user-mapper.ts';
import type { PersonData } from '../../contributions.ts';
import type { Db } from '../../db/database.ts';
import type { User } from '../../domain/user.ts';

/** Lists what the tables of accounts have of a person, without hashes and tokens. */
export function listAccountData(db: Db, user: User): PersonData {
  const { id } = user;
  return {
    account: async function* () {
      yield { ...toAccountJson(user), name: user.name };
    },
    sessions: async function* () {
      yield* await db.selectFrom('sessions').select('expires').where('user_id', '=', id).execute();
    },
    identities: async function* () {
      yield* await db
        .selectFrom('forge_identities')
        .select(['forge as provider', 'uid as subject'])
        .where('user_id', '=', id)
        .execute();
      yield* await db
        .selectFrom('external_identities')
        .select(['provider', 'issuer', 'subject'])
        .where('user_id', '=', id)
        .execute();
    },
    roles: async function* () {
      const rows = await db
        .selectFrom('repo_permissions')
        .innerJoin('repos', 'repos.id', 'repo_permissions.repo_id')
        .select(['repos.namespace', 'repos.name', 'write', 'admin'])
        .where('repo_permissions.user_id', '=', id)
        .execute();
      yield* rows.map(({ namespace, name, write, admin }) => {
        const role = admin ? 'admin' : write ? 'write' : 'read';
        return { namespace, name, role };
      });
    },
  };
}
