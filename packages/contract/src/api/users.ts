import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { repo, repoWithBuild } from './repos.ts';

/** Times are unix seconds; `last_login` 0 means never. */
export const user = z.object({
  id: z.number(),
  login: z.string(),
  email: z.string(),
  machine: z.boolean(),
  admin: z.boolean(),
  active: z.boolean(),
  avatar: z.string(),
  syncing: z.boolean(),
  synced: z.number(),
  created: z.number(),
  updated: z.number(),
  last_login: z.number(),
});
export type User = z.infer<typeof user>;

const userWithToken = z.extend(user, { token: z.string() });

export const getCurrentUser = defineEndpoint({
  method: 'GET',
  path: '/api/user',
  access: 'session',
  summary: 'The signed-in account',
  output: user,
});

export const createToken = defineEndpoint({
  method: 'POST',
  path: '/api/user/token',
  access: 'session',
  summary: 'The personal token; `rotate=true` replaces it first',
  query: z.object({ rotate: z.optional(z.string()) }),
  output: userWithToken,
});

export const listUserRepos = defineEndpoint({
  method: 'GET',
  path: '/api/user/repos',
  access: 'session',
  summary: 'The repositories of the account; `latest=true` adds the latest build of each',
  query: z.object({ latest: z.optional(z.string()) }),
  output: z.array(repo),
});

/** Sent by the page that completes a registration; an absent field stays as it is. */
export const profile = z.object({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  company: z.optional(z.string()),
});
export type Profile = z.infer<typeof profile>;

export const updateCurrentUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/user',
  access: 'session',
  summary: 'Complete or change the own account',
  body: profile,
  output: user,
});

export const syncUserRepos = defineEndpoint({
  method: 'POST',
  path: '/api/user/repos',
  access: 'session',
  summary: 'Synchronise the repositories with the forge; `async=true` answers 204 at once',
  query: z.object({ async: z.optional(z.string()) }),
  output: z.nullable(z.array(repo)),
});

const remotePath = '/api/user/remote/repos';

export const listRemoteRepos = defineEndpoint({
  method: 'GET',
  path: remotePath,
  access: 'session',
  summary: 'What the account can reach on the forge now; the id is 0 of what is not known here yet',
  output: z.array(repo),
});

export const getRemoteRepo = defineEndpoint({
  method: 'GET',
  path: `${remotePath}/:namespace/:name`,
  access: 'session',
  summary: 'One repository of these',
  output: repo,
});

const page = z.object({ page: z.optional(z.string()), per_page: z.optional(z.string()) });

export const listUserBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/user/builds',
  access: 'session',
  summary: 'The latest build of each repository of the account, newest first',
  output: z.array(repoWithBuild),
});

export const listRecentUserBuilds = defineEndpoint({
  method: 'GET',
  path: '/api/user/builds/recent',
  access: 'session',
  summary: 'The newest builds of all repositories of the account',
  output: z.array(repoWithBuild),
});

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/users',
  access: 'system',
  summary: 'Every account',
  output: z.array(user),
});

export const newUser = z.object({
  login: z.string(),
  email: z.optional(z.string()),
  admin: z.optional(z.boolean()),
  machine: z.optional(z.boolean()),
  /** Its token from the start; one is made up where this is absent or empty. */
  token: z.optional(z.string()),
});
export type NewUser = z.infer<typeof newUser>;

export const createUser = defineEndpoint({
  method: 'POST',
  path: '/api/users',
  access: 'system',
  summary: 'Create an account; the answer brings the token of a machine, the password of a person',
  body: newUser,
  output: z.extend(user, { token: z.optional(z.string()), password: z.optional(z.string()) }),
});

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/users/:login',
  access: 'system',
  summary: 'One account',
  output: user,
});

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/:login',
  access: 'system',
  summary: 'Change the admin or the active flag',
  body: z.object({ admin: z.optional(z.boolean()), active: z.optional(z.boolean()) }),
  output: user,
});

/** What lies in an account's namespace: names, of cron jobs with their repository. */
export const holdings = z.object({
  repos: z.array(z.string()),
  builds: z.number(),
  crons: z.array(z.string()),
  secrets: z.array(z.string()),
  templates: z.array(z.string()),
});
export type Holdings = z.infer<typeof holdings>;

export const getHoldings = defineEndpoint({
  method: 'GET',
  path: '/api/users/:login/holdings',
  access: 'system',
  summary: "What lies in the account's namespace, and is deleted or handed over with the account",
  output: holdings,
});

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/:login',
  access: 'system',
  summary:
    'Delete an account; one that holds something with `contents=delete`, or with `successor=LOGIN` who gets it',
  query: z.object({
    contents: z.optional(z.literal('delete')),
    successor: z.optional(z.string()),
  }),
});

export const rotateUserToken = defineEndpoint({
  method: 'POST',
  path: '/api/users/:login/token/rotate',
  access: 'system',
  summary: 'Replace the token of an account',
  output: userWithToken,
});

export const listReposOfUser = defineEndpoint({
  method: 'GET',
  path: '/api/users/:login/repos',
  access: 'system',
  summary: 'The repositories of an account',
  output: z.array(repo),
});

export const listAllRepos = defineEndpoint({
  method: 'GET',
  path: '/api/repos',
  access: 'system',
  summary: 'Every repository, by slug, page by page',
  query: page,
  output: z.array(repo),
});
