import type { Db } from '../db/database.ts';
import { roleOf } from '../domain/permissions.ts';
import type { PersonData } from '../domain/person.ts';
import type { User } from '../domain/user.ts';
import { toAccountJson } from './user-mapper.ts';

/** Lists what the tables of accounts have of a person, without hashes and tokens. */
export function listAccountData(db: Db, user: User): PersonData {
  const { id } = user;
  return {
    account: async function* () {
      yield { ...toAccountJson(user), name: user.name };
    },
    sessions: async function* () {
      yield* await db
        .selectFrom('sessions')
        .select(['created', 'last_seen', 'expires', 'address', 'browser'])
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
      yield* rows.map(({ namespace, name, write, admin }) => ({
        namespace,
        name,
        role: roleOf({ read: true, write: write === 1, admin: admin === 1 }),
      }));
    },
  };
}
