import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../../dialect.ts';
import { run } from '../run.ts';
import { accessTokens } from './access-tokens.ts';
import { accounts } from './accounts.ts';
import { bisections } from './bisections.ts';
import { builds } from './builds.ts';
import { caches } from './caches.ts';
import { causes } from './causes.ts';
import { jobs } from './jobs.ts';
import { notifications } from './notifications.ts';
import { repositories } from './repositories.ts';
import { results } from './results.ts';
import { secrets } from './secrets.ts';
import { servers } from './servers.ts';
import { terminals } from './terminals.ts';
import { tests } from './tests.ts';

/**
 * The schema of version 1.0. The types in `db/tables` describe its columns. The folder `db/schema` contains the schema
 * after all later migrations.
 */
export const baseline: Migration = {
  async up(db: Kysely<unknown>) {
    for (const area of areas) await run(db, area);
    await rejectAuditUpdates(db);
  },
};

/** In an order in which referenced tables exist, as Postgres requires. */
const areas = [
  accounts,
  repositories,
  accessTokens,
  builds,
  results,
  tests,
  secrets,
  jobs,
  caches,
  causes,
  bisections,
  terminals,
  notifications,
  servers,
];

/** Audit events can be added, and deleted when they expire, but not changed. */
async function rejectAuditUpdates(db: Kysely<unknown>): Promise<void> {
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
