import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Tables } from './tables.ts';

export interface CopiedTable {
  table: keyof Tables;
  /** Columns of the primary key. */
  key: readonly string[];
}

/** Tables in a copy of an installation, ordered so that rows follow the rows that they reference. */
export const copiedTables: readonly CopiedTable[] = [
  { table: 'sealed_values', key: ['name'] },
  { table: 'server_state', key: ['name'] },
  { table: 'announcement', key: ['id'] },
  { table: 'policies', key: ['name'] },
  { table: 'users', key: ['id'] },
  { table: 'sessions', key: ['id_hash'] },
  { table: 'totp_secrets', key: ['user_id'] },
  { table: 'recovery_codes', key: ['user_id', 'hash'] },
  { table: 'scim_users', key: ['user_id'] },
  { table: 'scim_groups', key: ['id'] },
  { table: 'scim_members', key: ['group_id', 'user_id'] },
  { table: 'forge_identities', key: ['user_id'] },
  { table: 'external_identities', key: ['user_id', 'provider'] },
  { table: 'account_groups', key: ['user_id', 'provider', 'name'] },
  { table: 'organizations', key: ['id'] },
  { table: 'organization_members', key: ['organization_id', 'user_id'] },
  { table: 'teams', key: ['id'] },
  { table: 'team_members', key: ['team_id', 'user_id'] },
  { table: 'team_groups', key: ['id'] },
  { table: 'forge_namespaces', key: ['forge', 'namespace'] },
  { table: 'repos', key: ['id'] },
  { table: 'repo_hooks', key: ['repo_id'] },
  { table: 'repo_permissions', key: ['user_id', 'repo_id'] },
  { table: 'team_repos', key: ['team_id', 'repo_id'] },
  { table: 'build_access', key: ['repo_id', 'target_id'] },
  { table: 'hook_deliveries', key: ['id'] },
  { table: 'secrets', key: ['id'] },
  { table: 'imported_keys', key: ['repo_id'] },
  { table: 'owner_limits', key: ['namespace'] },
  { table: 'usage_days', key: ['day', 'namespace', 'repo', 'person', 'runner', 'labels'] },
  { table: 'badge_keys', key: ['repo_id'] },
  { table: 'repo_priorities', key: ['repo_id'] },
  { table: 'registries', key: ['id'] },
  { table: 'templates', key: ['id'] },
  { table: 'crons', key: ['id'] },
  { table: 'builds', key: ['id'] },
  { table: 'usage_builds', key: ['build_id'] },
  { table: 'build_words', key: ['repo_id', 'word', 'build_id'] },
  { table: 'build_configs', key: ['build_id'] },
  { table: 'pipeline_changes', key: ['build_id'] },
  { table: 'build_attempts', key: ['build_id', 'attempt'] },
  { table: 'build_changes', key: ['id'] },
  { table: 'latest_builds', key: ['repo_id', 'kind', 'name'] },
  { table: 'commit_statuses', key: ['build_id'] },
  { table: 'outbox_cursors', key: ['listener'] },
  { table: 'stages', key: ['id'] },
  { table: 'stage_outputs', key: ['stage_id', 'name'] },
  { table: 'steps', key: ['id'] },
  { table: 'cards', key: ['step_id'] },
  { table: 'step_summaries', key: ['step_id'] },
  { table: 'test_names', key: ['id'] },
  { table: 'test_results', key: ['step_id'] },
  { table: 'test_blocks', key: ['id'] },
  { table: 'test_reports', key: ['step_id', 'number'] },
  { table: 'test_failures', key: ['step_id', 'report', 'test_id'] },
  { table: 'log_blocks', key: ['step_id', 'last_pos'] },
  { table: 'log_objects', key: ['id'] },
  { table: 'artifacts', key: ['id'] },
  { table: 'artifact_limits', key: ['repo_id'] },
  { table: 'deleted_artifacts', key: ['step_id'] },
  { table: 'cache_objects', key: ['id'] },
  { table: 'caches', key: ['id'] },
  { table: 'cache_limits', key: ['repo_id'] },
  { table: 'causes', key: ['id'] },
  { table: 'cause_facts', key: ['fact', 'cause_id'] },
  { table: 'repo_causes', key: ['cause_id', 'repo_id'] },
  { table: 'failures', key: ['step_id'] },
  { table: 'cause_weeks', key: ['repo_id', 'week', 'cause_id'] },
  { table: 'bisections', key: ['id'] },
  { table: 'bisection_commits', key: ['bisection_id', 'position'] },
  { table: 'bisection_runs', key: ['bisection_id', 'number'] },
  { table: 'bisection_settings', key: ['repo_id'] },
  { table: 'kept_steps', key: ['id'] },
  { table: 'terminals', key: ['id'] },
  { table: 'terminal_output', key: ['terminal_id', 'position'] },
  { table: 'terminal_settings', key: ['repo_id'] },
  { table: 'retention_limits', key: ['repo_id', 'name'] },
  { table: 'namespace_moves', key: ['namespace'] },
  { table: 'jobs', key: ['id'] },
  { table: 'access_tokens', key: ['id'] },
  { table: 'notification_subscriptions', key: ['id'] },
  { table: 'notification_repos', key: ['subscription_id', 'repo_id'] },
  { table: 'notification_deliveries', key: ['id'] },
  { table: 'notification_addresses', key: ['id'] },
  { table: 'audit_events', key: ['id'] },
  { table: 'runners', key: ['name'] },
  { table: 'runner_credentials', key: ['id'] },
  { table: 'protected_refs', key: ['repo_id'] },
];

/** Tables that are not copied: state of running servers, totals that are recomputed, and short-lived facts. */
export const skippedTables: readonly (keyof Tables)[] = [
  'artifact_totals',
  'cache_lookups',
  'repo_sizes',
  'servers',
  'leases',
  'stage_contacts',
  'sign_in_attempts',
  'used_logout_tokens',
];

export async function countRows(db: Db, table: keyof Tables): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Reads the rows after the row with this key; without a key, the first rows. */
export async function readRows(
  db: Db,
  { table, key }: CopiedTable,
  last: readonly unknown[] | null,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const after = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``;
  const found = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} ${after} order by ${columns} limit ${limit}`.execute(db);
  return found.rows;
}
