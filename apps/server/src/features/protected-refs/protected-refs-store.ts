import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noProtectedRefs, type ProtectedRefs } from '../../domain/protected-build.ts';

/** Branches and tags that repositories protect besides their default branches. */
export class ProtectedRefsStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async find(repoId: number): Promise<ProtectedRefs> {
    return (await this.list([repoId])).get(repoId) ?? noProtectedRefs;
  }

  /** Lists what repositories have set, by their ids. */
  async list(repoIds: readonly number[]): Promise<ReadonlyMap<number, ProtectedRefs>> {
    const rows = await this.db
      .selectFrom('protected_refs')
      .selectAll()
      .where('repo_id', 'in', [0, ...repoIds])
      .execute();
    return new Map(
      rows.map(({ repo_id, branches, tags }) => [
        repo_id,
        { branches: readList(branches), tags: readList(tags) },
      ]),
    );
  }

  async put(repoId: number, { branches, tags }: ProtectedRefs): Promise<void> {
    const values = { branches: JSON.stringify(branches), tags: JSON.stringify(tags) };
    await inTransaction(this.db, (trx) =>
      trx
        .insertInto('protected_refs')
        .values({ repo_id: repoId, ...values })
        .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(values))
        .execute(),
    );
  }
}

/** An unreadable list protects nothing: its patterns could be broader. */
function readList(text: string): string[] {
  return parseJson(z.array(z.string()), text) ?? [];
}
