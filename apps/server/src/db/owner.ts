import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Owner of rows that belong to a repository, to an organization, or to the whole server. */
export type Owner = { repoId: number } | { namespace: string } | 'server';

/** Tables whose rows have an owner: `repo_id`, `namespace`, or none of both for the server. */
type OwnedTable = 'secrets' | 'registries' | 'runner_credentials';

/** Condition for the rows of an owner. */
export function ownedBy(owner: Owner) {
  return (row: ExpressionBuilder<Tables, OwnedTable>) => {
    if (owner === 'server')
      return row.and([row('repo_id', 'is', null), row('namespace', 'is', null)]);
    return 'repoId' in owner
      ? row('repo_id', '=', owner.repoId)
      : row('namespace', '=', owner.namespace);
  };
}

/** Returns the fields of a new row. */
export function ownerFields(owner: Owner): { repoId: number | null; namespace: string | null } {
  return { repoId: null, namespace: null, ...(owner === 'server' ? {} : owner) };
}
