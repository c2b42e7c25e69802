import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Accounts that may read everything administrative. */
export const auditors: Migration = {
  up: (db) => run(db, 'alter table users add column auditor integer not null default 0;\n'),
};
