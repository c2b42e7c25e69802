import type { RepoRole } from '@millrace/contract/vocabulary';
import type { Person } from './directory.ts';

export const organization = 'acme';
export const teamCount = 40;
/** Label of the stages that the runners of the company run. */
export const pool = 'company';

const twoDigits = (at: number) => String(at).padStart(2, '0');

export const teamName = (at: number) => `team-${twoDigits(at)}`;
export const groupName = (at: number) => `group-${twoDigits(at)}`;
export const repoName = (at: number) => `repo-${String(at).padStart(3, '0')}`;
export const slugOf = (at: number) => `${organization}/${repoName(at)}`;

/** Has all repositories. */
export const everything = 0;
/** Teams with a role in the first repository. */
export const teamOfRole: Record<RepoRole, number> = { read: 1, write: 2, admin: 3 };

/** Role of the members of a team. */
export function roleOf(team: number): RepoRole {
  if (team === everything) return 'read';
  return (['admin', 'read', 'write'] as const)[team % 3] ?? 'read';
}

/** Repositories of a team: ten of its own and its neighbours, for the first teams also the first one. */
export function reposOf(team: number, repoCount: number): number[] {
  const own = Array.from({ length: 10 }, (_, at) => (team * 5 + at) % repoCount);
  return [...new Set(team <= 3 ? [0, ...own] : own.filter((repo) => repo !== 0))];
}

/** People with a part in the walks, whom no group puts into a team. */
export const cast = [
  'stranger',
  'member',
  'reader',
  'writer',
  'admin-of-repo',
  'owner',
  'auditor',
  'mover',
  'disabled',
  'removed',
  'victim',
] as const;
export type CastLogin = (typeof cast)[number];

/** Sign in during the walks. */
export const joiners: Person[] = [
  { login: 'new-by-oidc', by: 'oidc', groups: [groupName(5)] },
  { login: 'new-by-ldap', by: 'ldap', groups: [groupName(5)] },
];

/** A member of the team with all repositories. */
export const manyRights: Person = { login: 'many-rights', by: 'oidc', groups: [groupName(0)] };
/** Moves with the groups of the provider. */
export const groupMover: Person = { login: 'group-mover', by: 'oidc', groups: [groupName(7)] };

/** Lists everybody else, in two groups each. Every fifth person is in the LDAP directory. */
export function listStaff(count: number): Person[] {
  return Array.from({ length: count }, (_, at) => ({
    login: `person-${String(at).padStart(3, '0')}`,
    by: at % 5 === 0 ? 'ldap' : 'oidc',
    groups: [...new Set([groupName((at % 39) + 1), groupName(((at * 7) % 39) + 1)])],
  }));
}
