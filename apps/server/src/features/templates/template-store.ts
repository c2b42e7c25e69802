import { notFound } from '@millrace/contract/api-errors';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Template } from './template.ts';

export class TemplateStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the templates of one organization, or all. */
  list(namespace?: string): Promise<Template[]> {
    const query = this.db.selectFrom('templates').selectAll().orderBy('namespace').orderBy('name');
    return (namespace === undefined ? query : query.where('namespace', '=', namespace)).execute();
  }

  find(namespace: string, name: string): Promise<Template | undefined> {
    return this.db
      .selectFrom('templates')
      .selectAll()
      .where('namespace', '=', namespace)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  /** Returns undefined if the name is already used. */
  insert(template: Omit<Template, 'id'>): Promise<Template | undefined> {
    return inTransaction(this.db, (trx) =>
      trx
        .insertInto('templates')
        .values(template)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
  }

  update(id: number, changes: Partial<Template>): Promise<Template> {
    return inTransaction(this.db, (trx) =>
      trx
        .updateTable('templates')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(() => notFound()),
    );
  }

  async delete(id: number): Promise<void> {
    await inTransaction(this.db, (trx) =>
      trx.deleteFrom('templates').where('id', '=', id).execute(),
    );
  }
}
