import type { Clock } from '@millrace/node-kit/clock';
import { AuditLog } from '../../audit/audit-log.ts';
import type { Database, Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { GroupSource } from '../../domain/external-person.ts';
import type { User } from '../../domain/user.ts';
import type { Bus } from '../../shared/bus.ts';
import { changeOrganization } from './change-organization.ts';
import { lockGroups, setGroupMembership, settleMembers } from './group-memberships.ts';
import { isSameGroup } from './group-name.ts';
import { GroupStore } from './group-store.ts';

interface Deps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Pick<Clock, 'nowMs'>;
}

/** A provider may report any number of groups, as long as it is bounded. */
const maxGroups = 1000;
const maxNameLength = 250;

/** Keeps the members of teams as the groups of people say, when a provider has reported these. */
export class GroupSync {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async apply(
    user: Pick<User, 'id' | 'login'>,
    provider: GroupSource,
    reported: readonly string[],
  ): Promise<void> {
    const { db } = this.deps;
    const names = [...new Set(reported)]
      .filter((name) => name.length <= maxNameLength)
      .slice(0, maxGroups)
      .sort();
    const known = (await new GroupStore(db).listOfAccount(user.id))
      .filter((group) => group.provider === provider)
      .map(({ name }) => name)
      .sort();
    const areSame = JSON.stringify(known) === JSON.stringify(names);
    if (areSame && (await this.findChanges(db, user.id)).length === 0) return;
    await inTransaction(db, async (trx) => {
      await lockGroups(trx);
      if (!areSame) await new GroupStore(trx).replace(user.id, provider, names);
      const changes = await this.findChanges(trx, user.id);
      const organizations = Map.groupBy(changes, ({ id }) => id);
      // In the order of their ids, so that two transactions never wait for each other.
      for (const [id, ofOne] of organizations) {
        const [{ name = '' } = {}] = ofOne;
        await changeOrganization({ ...this.deps, db: trx }, { id, name }, async (change) => {
          for (const { teamId, team, isIn } of ofOne) {
            const ids = { organizationId: id, teamId, userId: user.id };
            await setGroupMembership(change, ids, isIn);
            await this.record(trx, `${name}/${team}/${user.login}`, isIn);
          }
          await settleMembers(change, id, [user.id]);
        });
      }
    });
  }

  private async record(trx: Db, target: string, isIn: boolean): Promise<void> {
    await new AuditLog(trx, this.deps.clock).add({
      action: isIn ? 'team_member.add' : 'team_member.remove',
      actor: null,
      credential: 'server',
      address: '',
      target,
      details: { by: 'group' },
    });
  }

  /** Lists the teams that the account must join or leave. */
  private async findChanges(db: Db, userId: number) {
    const store = new GroupStore(db);
    const own = await store.listOfAccount(userId);
    const wanted = new Set(
      (await store.listOfTeams())
        .filter(({ name }) => own.some((group) => isSameGroup(group, name)))
        .map(({ teamId }) => teamId),
    );
    const present = new Set(await store.listTeamsByGroup(userId));
    const changed = [...wanted, ...present].filter((id) => wanted.has(id) !== present.has(id));
    const rows = await store.listOrganizations(changed);
    return rows.map((row) => ({ ...row, isIn: wanted.has(row.teamId) }));
  }
}
