import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Durations of steps in milliseconds; 0 for those of runners that report whole seconds. */
export const stepDurations: Migration = {
  up: (db) => run(db, `alter table steps add column duration_ms integer not null default 0;\n`),
};
