import { z } from 'zod/mini';
import { collaboratorSources, repoRoles, visibilities } from '../vocabulary.ts';
import { build } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';
import { branchText, configFolder, configPath } from './names.schema.ts';

export const permissions = z.object({ read: z.boolean(), write: z.boolean(), admin: z.boolean() });

/**
 * A repository. `timeout` is in minutes; times are unix seconds. `counter` is the last build number
 * assigned, or the number before the next one. `throttle` is the maximum number of running stages, absent
 * for no limit.
 */
export const repo = z.object({
  id: z.number(),
  uid: z.string(),
  user_id: z.number(),
  namespace: z.string(),
  name: z.string(),
  slug: z.string(),
  scm: z.string(),
  git_http_url: z.string(),
  git_ssh_url: z.string(),
  link: z.string(),
  default_branch: z.string(),
  private: z.boolean(),
  visibility: z.enum(visibilities),
  active: z.boolean(),
  config_path: z.string(),
  /** Folder whose files are read with the pipeline file, empty for none. Absent if the server has no such setting. */
  config_folder: z.optional(z.string()),
  trusted: z.boolean(),
  protected: z.boolean(),
  ignore_forks: z.boolean(),
  ignore_pull_requests: z.boolean(),
  auto_cancel_pull_requests: z.boolean(),
  auto_cancel_pushes: z.boolean(),
  auto_cancel_running: z.boolean(),
  timeout: z.number(),
  throttle: z.optional(z.number()),
  /** True if a build of the repository had test results; absent otherwise. */
  has_tests: z.optional(z.boolean()),
  counter: z.number(),
  synced: z.number(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
  archived: z.boolean(),
  build: z.optional(build),
  permissions: z.optional(permissions),
});

/** Repository as shown in build lists of several repositories and in event streams. */
export const repoWithBuild = z.extend(repo, { build });

export const getRepo = defineDetails({
  access: 'read',
  summary: 'Get a repository with the permissions of the caller',
  output: repo,
});

export const activateRepo = defineDetails({
  access: 'admin',
  summary: 'Activate a repository, so that its events start builds',
  audit: { action: 'repo.activate' },
  output: repo,
});

/** User-facing settings. An absent field leaves the value unchanged. `timeout` is in minutes. */
export const repoSettings = z.partial(
  z.pick(repo, {
    ignore_pull_requests: true,
    ignore_forks: true,
    protected: true,
    trusted: true,
    visibility: true,
    timeout: true,
    config_path: true,
    config_folder: true,
    default_branch: true,
    auto_cancel_pull_requests: true,
    auto_cancel_pushes: true,
    auto_cancel_running: true,
  }),
);

/** `throttle` 0 means no limit. */
export const repoChanges = z.extend(repoSettings, {
  ...z.partial(z.pick(repo, { throttle: true, counter: true })).shape,
  config_path: z.optional(configPath),
  config_folder: z.optional(configFolder),
  /** Only for repositories of the built-in git hosting. */
  default_branch: z.optional(branchText.check(z.minLength(1), z.maxLength(250))),
});

export const updateRepo = defineDetails({
  access: 'admin',
  summary:
    'Change settings; `trusted`, `throttle`, `counter` and a long timeout need a system admin',
  audit: { action: 'repo.update', fields: 'all' },
  body: repoChanges,
  ignoresUnknown: true,
  output: repo,
});

export const disableRepo = defineDetails({
  access: 'admin',
  summary:
    'Disable a repository, so that its events start no builds; `remove=true` deletes its builds too',
  audit: { action: 'repo.deactivate', fields: ['remove'] },
  query: z.object({ remove: z.optional(z.string()) }),
  output: repo,
});

export const chownRepo = defineDetails({
  access: 'admin',
  summary:
    'Make the caller the owner of a repository; a system admin may name another account as `login`',
  audit: { action: 'repo.change_owner', fields: ['login'] },
  query: z.object({ login: z.optional(z.string()) }),
  output: repo,
});

export const repairRepo = defineDetails({
  access: 'admin',
  summary: 'Sync the repository from the forge, and replace its webhook and the webhook secret',
  audit: { action: 'repo.repair' },
  output: repo,
});

export const collaborator = z.object({
  user_id: z.number(),
  /** Id of the repository at its forge. */
  repo_id: z.string(),
  login: z.string(),
  avatar: z.string(),
  read: z.boolean(),
  write: z.boolean(),
  admin: z.boolean(),
  synced: z.number(),
  created: z.number(),
  updated: z.number(),
  /** Absent if the server does not report it. */
  source: z.optional(z.enum(collaboratorSources)),
  /** Names of the teams of the organization that give the account a role; absent without one. */
  teams: z.optional(z.array(z.string())),
});

export const listCollaborators = defineDetails({
  access: 'read',
  forAuditors: true,
  summary: 'List the members of a repository and their roles',
  output: z.array(collaborator),
});

export const getCollaborator = defineDetails({
  access: 'read',
  summary: 'Get the role of a member',
  forPrograms: 'The list has the same',
  output: collaborator,
});

export const setCollaborator = defineDetails({
  access: 'admin',
  summary: 'Grant an account a role in a repository of the built-in git hosting',
  audit: { action: 'member.set', fields: ['role'] },
  body: z.object({ role: z.enum(repoRoles) }),
  output: collaborator,
});

export const deleteCollaborator = defineDetails({
  access: 'admin',
  summary: 'Remove a member from a repository',
  audit: { action: 'member.remove' },
});
