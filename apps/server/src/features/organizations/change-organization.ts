import { OrganizationStore } from '../../accounts/organization-store.ts';
import type { Db } from '../../db/database.ts';
import { afterCommit, inTransaction } from '../../db/transaction.ts';
import type { Bus } from '../../shared/bus.ts';
import { OrganizationRights } from './organization-rights.ts';
import { TeamStore } from './team-store.ts';

/** Stores and roles of an organization in the transaction that changes it. */
export interface OrganizationChange {
  trx: Db;
  organizations: OrganizationStore;
  teams: TeamStore;
  rights: OrganizationRights;
}

interface Deps {
  /** May be a transaction, of which the change is then a part. */
  db: Db;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Changes an organization and the roles that follow, in one transaction. Streams and terminals end on all servers when it is
 * committed, as when a member is removed from a repository. Changes of one organization run one after another.
 */
export function changeOrganization<Result>(
  { bus, db }: Deps,
  organization: { id: number; name: string },
  job: (change: OrganizationChange) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    const organizations = new OrganizationStore(trx);
    await organizations.lock(organization.id);
    const rights = new OrganizationRights(trx, organization);
    const result = await job({ trx, organizations, teams: new TeamStore(trx), rights });
    afterCommit(() => publishReduced(bus, rights.reduced));
    return result;
  });
}

/** Publishes one event for each account or each repository, whichever are fewer. */
function publishReduced(bus: Pick<Bus, 'publish'>, reduced: OrganizationRights['reduced']): void {
  const userIds = new Set(reduced.map(({ userId }) => userId));
  const repoIds = new Set(reduced.map(({ repoId }) => repoId));
  if (userIds.size <= repoIds.size) {
    for (const userId of userIds) bus.publish('accessChanged', { userId });
  } else {
    for (const repoId of repoIds) bus.publish('accessChanged', { repoId });
  }
}
