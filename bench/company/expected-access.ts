import type { Access } from '@millrace/contract/api';
import { type Endpoint, isForAuditors } from '@millrace/contract/api';

export const roles = [
  'guest',
  'stranger',
  'member',
  'reader',
  'writer',
  'admin-of-repo',
  'owner',
  'auditor',
  'system admin',
] as const;
export type Role = (typeof roles)[number];

type Expected = 'ok' | 401 | 403 | 404;

/**
 * Answers to each role, in the order of `roles`, for a private repository and an organization of this server. Written by
 * hand from the documentation, so that it does not repeat a mistake of the server.
 */
const table: Record<Access, readonly Expected[]> = {
  guest: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
  session: [401, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
  read: [401, 404, 404, 'ok', 'ok', 'ok', 'ok', 404, 'ok'],
  write: [401, 404, 404, 403, 'ok', 'ok', 'ok', 404, 'ok'],
  admin: [401, 404, 404, 403, 403, 'ok', 'ok', 404, 'ok'],
  member: [401, 404, 'ok', 'ok', 'ok', 'ok', 'ok', 404, 'ok'],
  owner: [401, 404, 403, 403, 403, 403, 'ok', 404, 'ok'],
  system: [401, 403, 403, 403, 403, 403, 403, 403, 'ok'],
  monitor: [401, 403, 403, 403, 403, 403, 403, 403, 'ok'],
  runner: [401, 401, 401, 401, 401, 401, 401, 401, 401],
};

/** Returns the answer that a role must get to a call. */
export function expectedOf(endpoint: Endpoint, role: Role): Expected {
  if (role === 'auditor' && isForAuditors(endpoint)) return 'ok';
  // A call of the account itself that has one repository in its path.
  const isOfRepo = endpoint.path.startsWith('/api/user/remote/repos/');
  return expectedFor(isOfRepo ? 'read' : endpoint.access, role);
}

export function expectedFor(access: Access, role: Role): Expected {
  const expected = table[access][roles.indexOf(role)];
  if (expected === undefined) throw new Error(`No expectation for ${access}, ${role}`);
  return expected;
}
