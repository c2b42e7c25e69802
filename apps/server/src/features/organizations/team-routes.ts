import {
  addTeamGroup,
  addTeamMember,
  addTeamRepo,
  createTeam,
  deleteTeam,
  type TeamGroup as GroupJson,
  getTeam,
  listTeamGroups,
  listTeamMembers,
  listTeams,
  type TeamMember as MemberJson,
  removeTeamGroup,
  removeTeamMember,
  removeTeamRepo,
  type Team as TeamJson,
  updateTeam,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { ListedGroup, ListedTeam, TeamService } from './team-service.ts';
import type { TeamMember } from './team-store.ts';

export function registerTeamRoutes(routes: ApiRoutes, teams: TeamService): void {
  routes.org(listTeams, async ({ params }) => (await teams.list(params.namespace)).map(toJson));

  routes.org(createTeam, async ({ params, body }) => {
    const { name, role, all_repositories: allRepos = false, repositories: repos = [] } = body;
    return toJson(await teams.create(params.namespace, { name, role, allRepos, repos }));
  });

  routes.org(getTeam, async ({ params }) => toJson(await teams.get(params.namespace, params.team)));

  routes.org(updateTeam, async ({ params, body: { all_repositories: allRepos, ...others } }) =>
    toJson(await teams.update(params.namespace, params.team, { ...others, allRepos })),
  );

  routes.org(deleteTeam, async ({ params }) => {
    await teams.delete(params.namespace, params.team);
    return undefined;
  });

  routes.org(listTeamMembers, async ({ params }) =>
    (await teams.listMembers(params.namespace, params.team)).map(toMemberJson),
  );

  routes.org(addTeamMember, async ({ params }) =>
    toMemberJson(await teams.addMember(params.namespace, params.team, params.member)),
  );

  routes.org(removeTeamMember, async ({ params }) => {
    await teams.removeMember(params.namespace, params.team, params.member);
    return undefined;
  });

  routes.org(addTeamRepo, async ({ params }) =>
    toJson(await teams.addRepo(params.namespace, params.team, params.repo)),
  );

  routes.org(removeTeamRepo, async ({ params }) =>
    toJson(await teams.removeRepo(params.namespace, params.team, params.repo)),
  );

  routes.org(listTeamGroups, async ({ params }) =>
    (await teams.listGroups(params.namespace)).map(toGroupJson),
  );

  routes.org(addTeamGroup, async ({ params, body }) =>
    toGroupJson(await teams.addGroup(params.namespace, body.team, body.group)),
  );

  routes.org(removeTeamGroup, async ({ params }) => {
    await teams.removeGroup(params.namespace, params.mapping);
    return undefined;
  });
}

function toJson({ name, role, allRepos, repos, members }: ListedTeam): TeamJson {
  return { name, role, all_repositories: allRepos, repositories: repos, members };
}

function toMemberJson({ login, name, avatar, byHand, byGroup }: TeamMember): MemberJson {
  return { login, name, avatar, by_hand: byHand, by_group: byGroup };
}

function toGroupJson({ id, name, team, members }: ListedGroup): GroupJson {
  return { id, group: name, team, members };
}
