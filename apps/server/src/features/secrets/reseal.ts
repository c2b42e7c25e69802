import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Sealer } from '../../shared/sealer.ts';

/** Re-encrypts everything in the database in one transaction. */
export async function reseal(db: Database, from: Sealer, to: Sealer): Promise<number> {
  // Without this, values encrypted with the old key would stay in free pages of the SQLite file.
  if (!isPostgres(db)) await sql`pragma secure_delete = on`.execute(db);
  const again = (old: string) => to.seal(from.open(old));
  return inTransaction(db, async (trx) => {
    const users = await trx.selectFrom('users').select(['id', 'token_sealed']).execute();
    for (const { id, token_sealed } of users) {
      const changes = { token_sealed: again(token_sealed) };
      await trx.updateTable('users').set(changes).where('id', '=', id).execute();
    }
    const identities = await trx.selectFrom('forge_identities').selectAll().execute();
    for (const { user_id, tokens_sealed } of identities) {
      const changes = { tokens_sealed: tokens_sealed && again(tokens_sealed) };
      await trx
        .updateTable('forge_identities')
        .set(changes)
        .where('user_id', '=', user_id)
        .execute();
    }
    const hooks = await trx.selectFrom('repo_hooks').selectAll().execute();
    for (const { repo_id, secret_sealed } of hooks) {
      const changes = { secret_sealed: again(secret_sealed) };
      await trx.updateTable('repo_hooks').set(changes).where('repo_id', '=', repo_id).execute();
    }
    const secrets = await trx.selectFrom('secrets').select(['id', 'sealed']).execute();
    for (const { id, sealed: old } of secrets) {
      const changes = { sealed: again(old) };
      await trx.updateTable('secrets').set(changes).where('id', '=', id).execute();
    }
    const values = await trx.selectFrom('sealed_values').selectAll().execute();
    for (const { name, sealed: old } of values) {
      const changes = { sealed: again(old) };
      await trx.updateTable('sealed_values').set(changes).where('name', '=', name).execute();
    }
    return secrets.length;
  });
}
