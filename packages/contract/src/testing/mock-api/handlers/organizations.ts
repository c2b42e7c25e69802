import {
  addTeamGroup,
  addTeamMember,
  addTeamRepo,
  createOrganization,
  createTeam,
  deleteOrganization,
  deleteTeam,
  getOrganization,
  listOrganizationMembers,
  listOrganizations,
  listTeamGroups,
  listTeamMembers,
  listTeams,
  removeOrganizationMember,
  removeTeamGroup,
  removeTeamMember,
  removeTeamRepo,
  setOrganizationMember,
  type Team,
  updateOrganization,
  updateTeam,
} from '../../../api/index.ts';
import type { MockState } from '../mock-state.ts';
import { notFound } from '../refusal.ts';
import { on } from './on.ts';

function findOrganization(state: MockState, namespace: string) {
  const organization = state.organizations.find(({ name }) => name === namespace);
  if (!organization) throw notFound();
  return organization;
}

function changeTeam(state: MockState, name: string, changes: Partial<Team>): Team {
  const old = state.teams.find((team) => team.name === name);
  if (!old) throw notFound();
  const team = { ...old, ...changes };
  state.teams = state.teams.map((other) => (other === old ? team : other));
  return team;
}

/** Organizations. All of them have the same members, teams and groups. */
export const organizationHandlers = [
  on(listOrganizations, ({ state }) => state.organizations),
  on(createOrganization, ({ state, body }) => {
    const { name, members_create_repositories = false } = body;
    const organization = { name, members_create_repositories, created: 1 };
    state.organizations = [...state.organizations, organization];
    return organization;
  }),
  on(getOrganization, ({ state, params }) => findOrganization(state, params.namespace)),
  on(updateOrganization, ({ state, params, body }) => {
    const old = findOrganization(state, params.namespace);
    const organization = { ...old, ...body };
    state.organizations = state.organizations.map((other) =>
      other === old ? organization : other,
    );
    return organization;
  }),
  on(deleteOrganization, ({ state, params }) => {
    state.organizations = state.organizations.filter(({ name }) => name !== params.namespace);
  }),
  on(listOrganizationMembers, ({ state }) => state.organizationMembers),
  on(setOrganizationMember, ({ state, params, body }) => {
    const login = params.member;
    const old = state.organizationMembers.find((member) => member.login === login);
    const none = { login, name: '', avatar: '', by_group: false, teams: [] };
    const member = { ...none, ...old, role: body.role };
    const others = state.organizationMembers.filter((other) => other !== old);
    state.organizationMembers = [...others, member];
    return member;
  }),
  on(removeOrganizationMember, ({ state, params }) => {
    state.organizationMembers = state.organizationMembers.filter(
      ({ login }) => login !== params.member,
    );
  }),
  on(listTeams, ({ state }) => state.teams),
  on(createTeam, ({ state, body }) => {
    const { name, role, all_repositories = false, repositories = [] } = body;
    const team = { name, role, all_repositories, repositories, members: 0 };
    state.teams = [...state.teams, team];
    return team;
  }),
  on(updateTeam, ({ state, params, body }) => changeTeam(state, params.team, body)),
  on(deleteTeam, ({ state, params }) => {
    state.teams = state.teams.filter(({ name }) => name !== params.team);
  }),
  on(listTeamMembers, ({ state }) => state.teamMembers),
  on(addTeamMember, ({ state, params }) => {
    const member = {
      login: params.member,
      name: '',
      avatar: '',
      by_hand: true,
      by_group: false,
    };
    state.teamMembers = [...state.teamMembers, member];
    return member;
  }),
  on(removeTeamMember, ({ state, params }) => {
    state.teamMembers = state.teamMembers.filter(({ login }) => login !== params.member);
  }),
  on(addTeamRepo, ({ state, params }) => {
    const { repositories = [] } = state.teams.find(({ name }) => name === params.team) ?? {};
    return changeTeam(state, params.team, { repositories: [...repositories, params.repo] });
  }),
  on(removeTeamRepo, ({ state, params }) => {
    const { repositories = [] } = state.teams.find(({ name }) => name === params.team) ?? {};
    const remaining = repositories.filter((repo) => repo !== params.repo);
    return changeTeam(state, params.team, { repositories: remaining });
  }),
  on(listTeamGroups, ({ state }) => state.teamGroups),
  on(addTeamGroup, ({ state, body }) => {
    const group = { id: state.teamGroups.length + 1, members: 0, ...body };
    state.teamGroups = [...state.teamGroups, group];
    return group;
  }),
  on(removeTeamGroup, ({ state, params }) => {
    state.teamGroups = state.teamGroups.filter(({ id }) => id !== params.mapping);
  }),
];
