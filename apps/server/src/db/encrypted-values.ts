import type { Sealer } from '../shared/sealer.ts';
import type { Database } from './database.ts';

/** Encrypted values by name, which all servers on the database share. */
export class EncryptedValues {
  private readonly db: Database;
  private readonly sealer: Sealer;

  constructor(db: Database, sealer: Sealer) {
    this.db = db;
    this.sealer = sealer;
  }

  async read(name: string): Promise<string | undefined> {
    const query = this.db.selectFrom('sealed_values').select('sealed').where('name', '=', name);
    const row = await query.executeTakeFirst();
    return row && this.sealer.open(row.sealed);
  }

  async write(name: string, text: string): Promise<void> {
    const value = { sealed: this.sealer.seal(text) };
    await this.db
      .insertInto('sealed_values')
      .values({ name, ...value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(value))
      .execute();
  }

  async delete(name: string): Promise<void> {
    await this.db.deleteFrom('sealed_values').where('name', '=', name).execute();
  }
}
