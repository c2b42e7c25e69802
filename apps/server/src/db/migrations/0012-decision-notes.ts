import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Notes of people who approved, started or declined stages. */
export const decisionNotes: Migration = {
  up: (db) => run(db, `alter table stages add column decision_note text not null default '';\n`),
};
