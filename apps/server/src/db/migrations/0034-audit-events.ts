import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../dialect.ts';
import { run } from './run.ts';

/** Recorded changes. They reference no account and no repository, because they outlive both. */
export const auditEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await run(db, [
      `create table audit_events (
        id integer primary key autoincrement,
        time integer not null,
        action text not null,
        actor_id integer,
        actor text not null,
        credential text not null,
        token text not null,
        address text not null,
        repo_id integer,
        repo text not null,
        target text not null,
        details text not null
      )`,
      'create index audit_events_time on audit_events (time)',
      'create index audit_events_repo on audit_events (repo_id, id)',
      'create index audit_events_actor on audit_events (actor, id)',
      'create index audit_events_action on audit_events (action, id)',
    ]);
    await rejectUpdates(db);
  },
};

/** Events can be added, and deleted when they expire, but not changed. */
async function rejectUpdates(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    await sql`create trigger audit_events_unchanged before update on audit_events
      begin select raise(abort, 'audit events cannot be changed'); end`.execute(db);
    return;
  }
  await sql`create function reject_audit_update() returns trigger language plpgsql as
    $$ begin raise exception 'audit events cannot be changed'; end $$`.execute(db);
  await sql`create trigger audit_events_unchanged before update on audit_events
    for each row execute function reject_audit_update()`.execute(db);
}
