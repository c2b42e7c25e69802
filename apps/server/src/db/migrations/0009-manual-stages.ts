import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Stages that a person starts: the permission for that, and whether their builds also need an approval. */
export const manualStages: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table stages add column manual text not null default '';
alter table stages add column needs_approval integer not null default 0;
`,
    ),
};
