import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { SecretRow, Tables } from '../../db/tables.ts';

/** Whose secrets: a repository's or an organisation's. */
export type SecretScope = { repoId: number } | { namespace: string };

export class SecretStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  list(scope: SecretScope): Promise<SecretRow[]> {
    return this.in(scope).orderBy('name').execute();
  }

  listOfOrganisations(): Promise<SecretRow[]> {
    return this.db
      .selectFrom('secrets')
      .selectAll()
      .where('namespace', 'is not', null)
      .orderBy('namespace')
      .orderBy('name')
      .execute();
  }

  find(scope: SecretScope, name: string): Promise<SecretRow | undefined> {
    return this.in(scope).where('name', '=', name).executeTakeFirst();
  }

  /** Undefined when the name is taken. */
  insert(
    scope: SecretScope,
    row: Omit<Insertable<Tables['secrets']>, 'repo_id' | 'namespace'>,
  ): Promise<SecretRow | undefined> {
    return this.db
      .insertInto('secrets')
      .values({
        ...row,
        repo_id: 'repoId' in scope ? scope.repoId : null,
        namespace: 'namespace' in scope ? scope.namespace : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  update(id: number, changes: Updateable<Tables['secrets']>): Promise<SecretRow> {
    return this.db
      .updateTable('secrets')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(id: number): Promise<void> {
    await this.db.deleteFrom('secrets').where('id', '=', id).execute();
  }

  private in(scope: SecretScope) {
    const query = this.db.selectFrom('secrets').selectAll();
    return 'repoId' in scope
      ? query.where('repo_id', '=', scope.repoId)
      : query.where('namespace', '=', scope.namespace);
  }
}
