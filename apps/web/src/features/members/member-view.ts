import type { Collaborator } from '@millrace/contract/api';
import type { RepoRole } from '@millrace/contract/vocabulary';

/** Adds or replaces a member, sorted by login like the response of the server. */
export function withMember(members: readonly Collaborator[], member: Collaborator): Collaborator[] {
  const others = members.filter(({ login }) => login !== member.login);
  return [...others, member].sort((one, other) => (one.login < other.login ? -1 : 1));
}

export function roleOf({ write, admin }: Collaborator): RepoRole {
  if (admin) return 'admin';
  return write ? 'write' : 'read';
}
