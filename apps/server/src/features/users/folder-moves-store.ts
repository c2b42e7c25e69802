import type { Db } from '../../db/database.ts';

interface FolderMove {
  namespace: string;
  /** Null if the folders must be deleted. */
  successor: string | null;
}

/** Stores the namespaces whose repository folders must still be moved or deleted. */
export class FolderMovesStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  list(): Promise<FolderMove[]> {
    return this.db.selectFrom('namespace_moves').selectAll().execute();
  }

  async add(move: FolderMove): Promise<void> {
    await this.db.insertInto('namespace_moves').values(move).execute();
  }

  async delete(namespace: string): Promise<void> {
    await this.db.deleteFrom('namespace_moves').where('namespace', '=', namespace).execute();
  }
}
