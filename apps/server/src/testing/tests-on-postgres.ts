/** They are about the file of SQLite, or about a process that has one. */
export const testsOfSqlite = [
  'account-deletion',
  'config/data-dir',
  'features/artifacts/artifacts-deaths',
  'features/logs/moved-logs-deaths',
  'features/logs/stored-before-blocks',
  'locked-database',
  'many-crons',
  'secrets-of-process',
];

/**
 * What runs a second time on a Postgres, as it lives off how the database answers: statements and their
 * plans, what comes at once, what is streamed, claimed and moved, and one file for each feature that writes.
 */
export const testsOnPostgres = [
  'changed-and-deleted',
  'db/migrations/migrations',
  'features/artifacts/artifacts-api',
  'features/builds/attempts-api',
  'features/builds/builds-api',
  'features/builds/builds-feed-api',
  'features/builds/find-builds-api',
  'features/builds/kept-texts',
  'features/cards/cards-api',
  'features/crons/crons-api',
  'features/logs/delete-log-api',
  'features/logs/log-routes',
  'features/logs/log-store',
  'features/logs/moved-logs-changes',
  'features/logs/search/log-search-api',
  'features/queue/fair-queue-api',
  'features/repos/repo-settings-api',
  'features/runners/lost-stages',
  'features/secrets/secrets-api',
  'features/templates/templates-api',
  'features/test-reports/test-reports-api',
  'features/users/accounts-api',
  'features/users/accounts-at-once',
  'features/users/delete-account-api',
  'features/users/sign-in',
  'features/webhooks/hook-routes',
  'forges/github/github-server',
  'forges/remote/hook-store',
  'live/streams',
  'long-names',
  'openapi-fuzz',
  'query-plans',
  'runner-link/runner-claims',
  'runner-link/runner-reports',
  'scheduler/cron-scheduler',
  'server-restart',
];
