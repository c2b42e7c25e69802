/** Tests of the SQLite file, or of a process that uses one. */
export const testsOfSqlite = [
  'account-deletion',
  'commands/plan/original-compiler.deep',
  'config/data-dir',
  'features/artifacts/artifacts-crash',
  'features/logs/moved-logs-crash',
  'features/logs/stored-before-blocks',
  'locked-database',
  'many-crons',
  'secrets-of-process',
];

/**
 * Tests that run a second time on Postgres on every change: stores, locks, claims, lists and query plans. The
 * deep run runs all tests there.
 */
export const testsOnPostgres = [
  'audit-events',
  'builds/build-changes-store',
  'changed-and-deleted',
  'db/migrations/migrations',
  'features/artifacts/artifact-quotas',
  'features/audit/audit-api',
  'features/builds/start/blocked-builds',
  'features/builds/read/branches-api',
  'features/builds/read/builds-feed-api',
  'features/builds/read/find-builds-api',
  'features/builds/read/large-lists',
  'features/builds/read/kept-texts',
  'features/builds/read/listed-builds',
  'features/crons/cron-scheduler',
  'features/logs/delete-log-api',
  'features/logs/log-store',
  'features/logs/moved-logs-changes',
  'features/queue/fair-queue-api',
  'features/repos/namespace-claims',
  'features/repos/repo-sync-store',
  'features/runners/lost-stages',
  'features/runners/runner-claims',
  'features/sign-in/oidc-sign-in',
  'features/test-reports/delete-unused-names',
  'features/test-reports/test-reports-api',
  'features/users/accounts-at-once',
  'features/webhooks/deliveries',
  'forges/remote/hook-store',
  'forges/remote/identity-store',
  'jobs/earlier-jobs',
  'jobs/stored-jobs',
  'long-names',
  'query-plans',
];
