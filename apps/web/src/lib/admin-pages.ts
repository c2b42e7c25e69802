import { hasServerExtras } from './server-kind.ts';

/** Last part of the path of each page of System Administration. */
const users = ['users'] as const;
const all = [
  ...users,
  'queue',
  'runners',
  'repositories',
  'secrets',
  'registries',
  'jobs',
  'announcement',
  'audit',
  'system',
] as const;

/** Lists the pages of System Administration. Servers without our extensions have only the accounts. */
export function listAdminPages() {
  return hasServerExtras() ? all : users;
}

export function adminPath(page: (typeof all)[number]): string {
  return `/settings/${page}`;
}
