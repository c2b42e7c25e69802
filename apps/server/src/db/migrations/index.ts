import type { Migration } from 'kysely/migration';
import { mainPath } from './0001-main-path.ts';

/** In the order of their names; one that has been released is never changed. */
export const migrations: Record<string, Migration> = { '0001-main-path': mainPath };
