import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/** Several servers on one database: list of servers, leases, and data that they share. */
export const servers: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, statements);
  },
};

const statements = [
  `create table servers (
    id text primary key,
    host text not null,
    seen integer not null,
    runners text not null
  )`,
  `create table leases (
    name text primary key,
    holder text not null,
    until integer not null
  )`,
  `create table stage_contacts (
    stage_id integer primary key references stages (id) on delete cascade,
    heard integer not null
  )`,
  `create table sign_in_attempts (
    key text primary key,
    points integer not null,
    expire integer
  )`,
];
