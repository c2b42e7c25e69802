import type { Db } from './database.ts';

/** Tables whose rows belong to a namespace by its name. */
type NamespaceTable = 'secrets' | 'registries' | 'templates';

export async function listNames(
  db: Db,
  table: NamespaceTable,
  namespace: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('name')
    .where('namespace', '=', namespace)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Moves rows to another namespace, except rows whose name already exists there. */
export async function moveNames(
  trx: Db,
  table: NamespaceTable,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable(table)
    .set({ namespace: to })
    .where('namespace', '=', from)
    .where('name', 'not in', (taken) =>
      taken.selectFrom(table).select('name').where('namespace', '=', to),
    )
    .execute();
}

export async function deleteNames(
  trx: Db,
  table: NamespaceTable,
  namespace: string,
): Promise<void> {
  await trx.deleteFrom(table).where('namespace', '=', namespace).execute();
}
