import { OrganizationStore } from '../../accounts/organization-store.ts';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { askAll } from '../../shared/ask.ts';
import { usersPort } from '../users/port.ts';
import { changeOrganization } from './change-organization.ts';
import { GroupStore } from './group-store.ts';
import { GroupSync } from './group-sync.ts';
import { listRepoTeams } from './list-repo-teams.ts';
import { registerOrganizationRoutes } from './organization-routes.ts';
import { OrganizationService } from './organization-service.ts';
import { organizationsPort } from './port.ts';
import { registerTeamRoutes } from './team-routes.ts';
import { TeamService } from './team-service.ts';

/**
 * Organizations of the built-in git hosting: members, and teams whose roles in repositories are stored beside those that
 * people grant. A remote forge has its own.
 */
export const organizations: CreateFeature = (core, ask, contributed) => {
  const isRemote = core.remote !== null;
  const service = new OrganizationService({ ...core, isRemote, usersPort: ask(usersPort) });
  const teams = new TeamService({
    ...core,
    service,
    onGroupsMapped: async () => void (await askAll(contributed.onGroupsMapped)),
  });
  const groupSync = new GroupSync(core);
  return {
    owns: {
      teams: byPeople,
      team_members: 'account',
      team_repos: 'repository',
      team_groups: byPeople,
      account_groups: 'account',
    },
    port: organizationsPort.answer({
      createOrganization: (name, owner) => service.create({ name, owner, membersCreate: false }),
      setMember: (...member) => service.setMember(...member),
      removeMember: (...member) => service.removeMember(...member),
      createTeam: (organization, team) => teams.create(organization, { ...team, repos: [] }),
      addTeamMember: (...member) => teams.addMember(...member),
      removeTeamMember: (...member) => teams.removeMember(...member),
      addTeamRepo: (...repo) => teams.addRepo(...repo),
      addTeamGroup: (...group) => teams.addGroup(...group),
    }),
    addRoutes: ({ api }) => {
      registerOrganizationRoutes(api, service, core.organizations);
      registerTeamRoutes(api, teams);
    },
    onOrganizationRepo: async (trx, { id, namespace }) => {
      const organization = await new OrganizationStore(trx).find(namespace);
      if (!organization) return;
      await changeOrganization({ db: trx, bus: core.bus }, organization, ({ rights }) =>
        rights.recompute(undefined, [id]),
      );
    },
    repoTeams: (repo) => listRepoTeams(core.db, repo),
    mappedGroups: async () =>
      isRemote ? [] : (await new GroupStore(core.db).listOfTeams()).map(({ name }) => name),
    onGroupsReported: async (...reported) => {
      if (!isRemote) await groupSync.apply(...reported);
    },
  };
};
