import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './organizations.schema.ts';

/** Number of the newest builds of each repository that its health is about. */
export const healthBuilds = 50;

/** Maximum number of repositories of an organization in one answer, in the order of their names. */
export const maxHealthRepos = 500;

export type RepoHealth = z.infer<typeof schema.repoHealth>;

export const getOrganizationHealth = defineCall<typeof schema.getOrganizationHealth>()(
  'GET',
  '/api/organizations/:namespace/health',
);

/** Maximum number of repositories that a new team may name. */
export const maxTeamRepos = 500;

const listPath = '/api/organizations';
const path = '/api/organizations/:namespace';
const membersPath = `${path}/members` as const;
const teamsPath = `${path}/teams` as const;
const teamPath = `${teamsPath}/:team` as const;

export type Organization = z.infer<typeof schema.organization>;

export const listOrganizations = defineCall<typeof schema.listOrganizations>()('GET', listPath);

export const createOrganization = defineCall<typeof schema.createOrganization>()('POST', listPath);

export const getOrganization = defineCall<typeof schema.getOrganization>()('GET', path);

export const updateOrganization = defineCall<typeof schema.updateOrganization>()('PATCH', path);

export const deleteOrganization = defineCall<typeof schema.deleteOrganization>()('DELETE', path);

export type OrganizationMember = z.infer<typeof schema.organizationMember>;

export const listOrganizationMembers = defineCall<typeof schema.listOrganizationMembers>()(
  'GET',
  membersPath,
);

export const setOrganizationMember = defineCall<typeof schema.setOrganizationMember>()(
  'PUT',
  `${membersPath}/:member`,
);

export const removeOrganizationMember = defineCall<typeof schema.removeOrganizationMember>()(
  'DELETE',
  `${membersPath}/:member`,
);

export type Team = z.infer<typeof schema.team>;

export const listTeams = defineCall<typeof schema.listTeams>()('GET', teamsPath);

export const createTeam = defineCall<typeof schema.createTeam>()('POST', teamsPath);

export const getTeam = defineCall<typeof schema.getTeam>()('GET', teamPath);

export const updateTeam = defineCall<typeof schema.updateTeam>()('PATCH', teamPath);

export const deleteTeam = defineCall<typeof schema.deleteTeam>()('DELETE', teamPath);

export type TeamMember = z.infer<typeof schema.teamMember>;

export const listTeamMembers = defineCall<typeof schema.listTeamMembers>()(
  'GET',
  `${teamPath}/members`,
);

export const addTeamMember = defineCall<typeof schema.addTeamMember>()(
  'PUT',
  `${teamPath}/members/:member`,
);

export const removeTeamMember = defineCall<typeof schema.removeTeamMember>()(
  'DELETE',
  `${teamPath}/members/:member`,
);

export const addTeamRepo = defineCall<typeof schema.addTeamRepo>()(
  'PUT',
  `${teamPath}/repos/:repo`,
);

export const removeTeamRepo = defineCall<typeof schema.removeTeamRepo>()(
  'DELETE',
  `${teamPath}/repos/:repo`,
);

export type TeamGroup = z.infer<typeof schema.teamGroup>;

export const listTeamGroups = defineCall<typeof schema.listTeamGroups>()('GET', `${path}/groups`);

export const addTeamGroup = defineCall<typeof schema.addTeamGroup>()('POST', `${path}/groups`);

export const removeTeamGroup = defineCall<typeof schema.removeTeamGroup>()(
  'DELETE',
  `${path}/groups/:mapping`,
);
