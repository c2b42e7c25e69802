import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Stages of matrices whose values come from outputs, and the values that these have decided. */
export const matricesOfOutputs: Migration = {
  up: (db) =>
    run(
      db,
      `
alter table stages add column matrix_of text not null default '';
alter table build_configs add column matrices text not null default '{}';
create index stages_placeholders on stages (id)
  where matrix_of <> '' and status = 'waiting_on_dependencies';
`,
    ),
};
