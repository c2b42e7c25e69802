import type { Db } from './database.ts';

/**
 * Encrypts all values of one table with another key, and returns their number.
 * @param change decrypts a value with the old key and encrypts it with the new one
 */
export type Reencrypt = (trx: Db, change: (encrypted: string) => string) => Promise<number>;
