import { z } from 'zod/mini';
import { organizationRoles, repoRoles } from '../vocabulary.ts';
import { defaultBranch } from './default-branches.schema.ts';
import { defineDetails } from './endpoint.ts';
import { forgeName, newLogin } from './names.schema.ts';
import { maxTeamRepos } from './organizations.ts';

/** How an active repository does: the state of its default branch, and figures of its newest 50 builds. */
export const repoHealth = z.object({
  slug: z.string(),
  /** Absent if the branch has no builds. */
  branch: z.optional(defaultBranch),
  /** Time of the first failure since the last success, in Unix seconds; absent if the branch is not failing. */
  failing_since_time: z.optional(z.number()),
  /** Median duration of the builds that succeeded at once, in seconds; absent if there is none. */
  median: z.optional(z.number()),
  /** Builds that have succeeded or failed. */
  finished: z.number(),
  /** Builds that succeeded only when they were restarted. */
  recovered: z.number(),
  /** Stages that run. */
  running: z.number(),
  /** Stages that wait for a runner. */
  waiting: z.number(),
});

export const getOrganizationHealth = defineDetails({
  access: 'session',
  accessToken: 'read',
  summary: 'List how the repositories of an organization do that the account can access',
  output: z.array(repoHealth),
});

const teamName = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(?!\.+$)[.a-zA-Z0-9_-]{1,50}$/,
      'Invalid team name: 1 to 50 letters, digits, dots, dashes and underscores',
    ),
  );

const groupName = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^[^\p{C}]{1,250}$/u,
      'Invalid group name: 1 to 250 characters, without control characters',
    ),
  );

export const organization = z.object({
  name: z.string(),
  /** Whether members who are no owners may create repositories. */
  members_create_repositories: z.boolean(),
  created: z.number(),
  /** Role of the caller. Absent for a system admin who is no member. */
  role: z.optional(z.enum(organizationRoles)),
});

export const listOrganizations = defineDetails({
  access: 'session',
  accessToken: 'read',
  summary: 'List the organizations of the account; for a system admin, all of them',
  output: z.array(organization),
});

export const createOrganization = defineDetails({
  access: 'system',
  summary:
    'Create an organization of the built-in git hosting; `owner` is its first owner, by default the caller',
  audit: {
    action: 'organization.create',
    fields: ['name', 'owner', 'members_create_repositories'],
  },
  body: z.object({
    name: newLogin,
    owner: z.optional(forgeName),
    members_create_repositories: z.optional(z.boolean()),
  }),
  output: organization,
});

export const getOrganization = defineDetails({
  access: 'member',
  summary: 'Get an organization',
  output: organization,
});

export const updateOrganization = defineDetails({
  access: 'owner',
  summary: 'Change whether members may create repositories',
  audit: { action: 'organization.update', fields: 'all' },
  body: z.object({ members_create_repositories: z.optional(z.boolean()) }),
  output: organization,
});

export const deleteOrganization = defineDetails({
  access: 'owner',
  summary: 'Delete an organization without repositories, with its teams, secrets and templates',
  audit: { action: 'organization.delete' },
});

export const organizationMember = z.object({
  login: z.string(),
  name: z.string(),
  avatar: z.string(),
  role: z.enum(organizationRoles),
  /** True if a group made the account a member, until it leaves its last team. */
  by_group: z.boolean(),
  /** Names of its teams. */
  teams: z.array(z.string()),
});

export const listOrganizationMembers = defineDetails({
  access: 'member',
  summary: 'List the members of an organization, with their teams',
  output: z.array(organizationMember),
});

export const setOrganizationMember = defineDetails({
  access: 'owner',
  summary: 'Add an account to an organization, or change its role',
  audit: { action: 'organization_member.set', fields: ['role'] },
  body: z.object({ role: z.enum(organizationRoles) }),
  output: organizationMember,
});

export const removeOrganizationMember = defineDetails({
  access: 'owner',
  summary:
    'Remove an account from an organization and its teams, with its roles in the repositories',
  audit: { action: 'organization_member.remove' },
});

export const team = z.object({
  name: z.string(),
  /** Role of the members in the repositories of the team. */
  role: z.enum(repoRoles),
  /** Whether it has all repositories of the organization, also future ones. */
  all_repositories: z.boolean(),
  /** Names of its repositories; empty if it has all. */
  repositories: z.array(z.string()),
  /** Number of members. */
  members: z.number(),
});

export const listTeams = defineDetails({
  access: 'member',
  summary: 'List the teams of an organization',
  output: z.array(team),
});

export const createTeam = defineDetails({
  access: 'owner',
  summary: 'Create a team of an organization',
  audit: { action: 'team.create', fields: ['name', 'role', 'all_repositories', 'repositories'] },
  body: z.object({
    name: teamName,
    role: z.enum(repoRoles),
    all_repositories: z.optional(z.boolean()),
    repositories: z.optional(z.array(forgeName).check(z.maxLength(maxTeamRepos))),
  }),
  output: team,
});

export const getTeam = defineDetails({
  access: 'member',
  summary: 'Get a team of an organization',
  forPrograms: 'The list has the same',
  output: team,
});

export const updateTeam = defineDetails({
  access: 'owner',
  summary: 'Change the name or the role of a team, or whether it has all repositories',
  audit: { action: 'team.update', fields: 'all' },
  body: z.object({
    name: z.optional(teamName),
    role: z.optional(z.enum(repoRoles)),
    all_repositories: z.optional(z.boolean()),
  }),
  output: team,
});

export const deleteTeam = defineDetails({
  access: 'owner',
  summary: 'Delete a team. Its members stay in the organization',
  audit: { action: 'team.delete' },
});

export const teamMember = z.object({
  login: z.string(),
  name: z.string(),
  avatar: z.string(),
  /** Whether an owner has added the account. */
  by_hand: z.boolean(),
  /** Whether the account is in a group of the team. It then cannot be removed by hand. */
  by_group: z.boolean(),
});

export const listTeamMembers = defineDetails({
  access: 'member',
  summary: 'List the members of a team',
  output: z.array(teamMember),
});

export const addTeamMember = defineDetails({
  access: 'owner',
  summary: 'Add an account to a team, and to the organization if it is no member',
  audit: { action: 'team_member.add' },
  output: teamMember,
});

export const removeTeamMember = defineDetails({
  access: 'owner',
  summary: 'Remove an account from a team',
  audit: { action: 'team_member.remove' },
});

export const addTeamRepo = defineDetails({
  access: 'owner',
  summary: 'Give a team its role in a repository of the organization',
  audit: { action: 'team_repo.add' },
  output: team,
});

export const removeTeamRepo = defineDetails({
  access: 'owner',
  summary: 'Take the role of a team in a repository back',
  audit: { action: 'team_repo.remove' },
  output: team,
});

export const teamGroup = z.object({
  id: z.number(),
  group: z.string(),
  team: z.string(),
  /** Number of accounts that are known to be in the group. */
  members: z.number(),
});

export const listTeamGroups = defineDetails({
  access: 'owner',
  summary: 'List the groups of the directory or sign-in provider whose members are in teams',
  output: z.array(teamGroup),
});

export const addTeamGroup = defineDetails({
  access: 'owner',
  summary: 'Make the members of a group members of a team',
  audit: { action: 'team_group.add', fields: ['group', 'team'] },
  body: z.object({ group: groupName, team: z.string() }),
  output: teamGroup,
});

export const removeTeamGroup = defineDetails({
  access: 'owner',
  summary: 'No longer make the members of a group members of a team',
  audit: { action: 'team_group.remove' },
});
