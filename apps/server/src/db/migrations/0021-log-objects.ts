import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Objects of an object store that contain logs. Rows exist until the objects are deleted there. */
export const logObjects: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table log_objects (
    id integer primary key autoincrement,
    step_id integer references steps (id) on delete set null,
    "key" text not null unique,
    first_pos integer not null,
    last_pos integer not null,
    frames text not null,
    due integer,
    tries integer not null
  )`,
  'create index log_objects_step on log_objects (step_id, last_pos)',
  'create index log_objects_due on log_objects (due) where due is not null',
];
