import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline/index.ts';

/** In the order of their names. A released migration must never change. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
};
