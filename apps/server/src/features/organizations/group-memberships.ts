import type { Db } from '../../db/database.ts';
import { acquireLock } from '../../db/locks.ts';
import type { OrganizationChange } from './change-organization.ts';
import { GroupStore } from './group-store.ts';

/** Id of no organization. Its lock is acquired before that of any organization. */
const allGroups = 0;

/** Lets the groups of teams and of accounts change one after the other: each change must see the one before. */
export function lockGroups(trx: Db): Promise<void> {
  return acquireLock(trx, 'organizations', allGroups);
}

/**
 * Makes an account a member of a team because of its groups, or ends that. The account is then a member of the
 * organization, until it leaves the last team. Its roles must be recomputed.
 */
export async function setGroupMembership(
  { teams, organizations }: OrganizationChange,
  { organizationId, teamId, userId }: { organizationId: number; teamId: number; userId: number },
  byGroup: boolean,
): Promise<void> {
  const known = await teams.findMembership(teamId, userId);
  await teams.setMembership(teamId, userId, { byHand: known?.byHand ?? false, byGroup });
  if (byGroup) await organizations.addMember(organizationId, userId, true);
}

/** Recomputes the roles of people who have joined or left teams, and ends the memberships that follow from none. */
export async function settleMembers(
  change: OrganizationChange,
  organizationId: number,
  people: readonly number[],
): Promise<void> {
  const { organizations, rights, teams } = change;
  const members = await organizations.listMembers(organizationId);
  const gone: number[] = [];
  for (const userId of people) {
    const member = members.find(({ id }) => id === userId);
    if (!member?.byGroup) continue;
    if ((await teams.listMemberships(organizationId, userId)).length > 0) continue;
    await organizations.removeMember(organizationId, userId);
    gone.push(userId);
  }
  await rights.end(gone);
  await rights.recompute(people.filter((userId) => !gone.includes(userId)));
}

/** Makes the members of a team follow from its groups, after one was added or removed. */
export async function syncTeam(
  change: OrganizationChange,
  organizationId: number,
  teamId: number,
): Promise<void> {
  const groups = new GroupStore(change.trx);
  const wanted = new Set<number>();
  for (const group of await groups.listOfTeams(organizationId)) {
    if (group.teamId !== teamId) continue;
    for (const userId of await groups.listAccounts(group.name)) wanted.add(userId);
  }
  const present = new Set(
    (await change.teams.listMembers(teamId)).filter(({ byGroup }) => byGroup).map(({ id }) => id),
  );
  const changed = [...new Set([...wanted, ...present])].filter(
    (userId) => wanted.has(userId) !== present.has(userId),
  );
  for (const userId of changed) {
    await setGroupMembership(change, { organizationId, teamId, userId }, wanted.has(userId));
  }
  await settleMembers(change, organizationId, changed);
}
