import type { User } from '@millrace/contract/api';
import { hasServerExtras } from './server-kind.ts';

/** Last part of the path of each page of System Administration. */
const users = ['users'] as const;
const all = [
  ...users,
  'queue',
  'runners',
  'repositories',
  'organizations',
  'secrets',
  'registries',
  'policies',
  'usage',
  'jobs',
  'announcement',
  'audit',
  'system',
] as const;

/** Pages that change nothing. */
const forAuditors = ['usage', 'audit', 'system'] as const;

export type AdminPageName = (typeof all)[number];

type Person = Pick<User, 'admin' | 'auditor'>;

/**
 * Lists the pages of System Administration that an account may see. Servers without our extensions have only the
 * accounts.
 */
export function listAdminPages({ admin, auditor }: Person): readonly AdminPageName[] {
  if (admin) return hasServerExtras() ? all : users;
  return auditor ? forAuditors : [];
}

export function adminPath(page: AdminPageName): string {
  return `/settings/${page}`;
}
