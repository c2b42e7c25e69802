import type { Holdings } from '@millrace/contract/api';
import type { Db } from './database.ts';

/** Data of a feature that belongs to a namespace, which is the name of an account or organization. */
export interface NamespaceData {
  /** Lists the names of the data, for the admin who deletes the account. */
  list: (db: Db, namespace: string) => Promise<Partial<Holdings>>;
  /**
   * Moves the data to another namespace. Names that exist there are not moved. Undefined if the data moves
   * with its repository.
   */
  move?: (trx: Db, from: string, to: string) => Promise<void>;
  /** Deletes the data. Undefined if it is deleted with its repository. */
  delete?: (trx: Db, namespace: string) => Promise<void>;
}

/** Lists the data of all features in a namespace. */
export async function listNamespaceData(
  data: readonly NamespaceData[],
  db: Db,
  namespace: string,
): Promise<Holdings> {
  const holdings: Holdings = {
    repos: [],
    builds: 0,
    crons: [],
    secrets: [],
    registries: [],
    templates: [],
  };
  for (const { list } of data) Object.assign(holdings, await list(db, namespace));
  return holdings;
}

/** Returns whether a namespace has repositories, or what a person has added to it. */
export async function isNamespaceUsed(
  data: readonly NamespaceData[],
  db: Db,
  namespace: string,
): Promise<boolean> {
  const { repos, crons, secrets, templates } = await listNamespaceData(data, db, namespace);
  return [repos, crons, secrets, templates].some(({ length }) => length > 0);
}

/** Moves the data of all features, except repositories, to another namespace. */
export async function moveNamespaceData(
  data: readonly NamespaceData[],
  trx: Db,
  from: string,
  to: string,
): Promise<void> {
  for (const { move } of data) await move?.(trx, from, to);
}
