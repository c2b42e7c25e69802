import type { Db } from './database.ts';

/**
 * Called in the transaction that changes an entity, with its values before and after. It may be called again if
 * the transaction is retried.
 */
export type ObserveChange<Entity> = (
  trx: Db,
  change: { before?: Entity | undefined; after?: Entity | undefined },
) => Promise<void>;
