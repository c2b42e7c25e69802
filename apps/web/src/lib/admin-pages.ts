import { hasServerExtras } from './server-kind.ts';

const extras = ['queue', 'runners', 'allRepos', 'jobs', 'audit', 'system'] as const;

/** Pages of System Administration. Servers without our extensions have only the accounts. */
export function listAdminPages() {
  return hasServerExtras() ? (['users', ...extras] as const) : (['users'] as const);
}
