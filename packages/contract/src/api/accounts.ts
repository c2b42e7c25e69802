import { z } from 'zod/mini';
import { accessEndReasons } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';
import { newLogin, personalToken } from './names.ts';
import { repo } from './repos.ts';
import { user, userWithToken } from './users.ts';

/** True if the forge rejects the account: its sessions and its token are then invalid. */
const accessEnd = z.object({
  since: z.number(),
  reason: z.enum(accessEndReasons),
  /** Provided by the forge. */
  detail: z.string(),
});

const account = z.extend(user, {
  access_ended: z.optional(accessEnd),
  /** True if the account was imported, and nobody can sign in to it until a system admin has confirmed it. */
  unconfirmed: z.optional(z.boolean()),
});
export type Account = z.infer<typeof account>;

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/users',
  access: 'system',
  summary: 'List all accounts',
  output: z.array(account),
});

export const newUser = z.object({
  login: newLogin,
  email: z.optional(z.string()),
  admin: z.optional(z.boolean()),
  machine: z.optional(z.boolean()),
  /** Initial token. If absent or empty, the server generates one. */
  token: z.optional(personalToken),
});
export type NewUser = z.infer<typeof newUser>;

export const createUser = defineEndpoint({
  method: 'POST',
  path: '/api/users',
  access: 'system',
  accessToken: 'none',
  summary:
    'Create an account; the response includes the token of a machine user or the password of a person',
  audit: { action: 'user.create', fields: ['login', 'machine', 'admin'] },
  body: newUser,
  ignoresUnknown: true,
  output: z.extend(user, { token: z.optional(z.string()), password: z.optional(z.string()) }),
});

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/users/:login',
  access: 'system',
  summary: 'Get an account',
  output: account,
});

const userChange = z.object({
  admin: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
  /** False confirms that an imported account belongs to the person who has its login now. */
  unconfirmed: z.optional(z.literal(false)),
});
export type UserChange = z.infer<typeof userChange>;

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/:login',
  access: 'system',
  summary: 'Change the admin or the active flag, or confirm an imported account',
  audit: { action: 'user.update', fields: ['admin', 'active', 'unconfirmed'] },
  body: userChange,
  ignoresUnknown: true,
  output: user,
});

/** Names of the resources in an account's namespace. Cron jobs are listed with their repository. */
export const holdings = z.object({
  repos: z.array(z.string()),
  builds: z.number(),
  crons: z.array(z.string()),
  secrets: z.array(z.string()),
  registries: z.array(z.string()),
  templates: z.array(z.string()),
});
export type Holdings = z.infer<typeof holdings>;

export const getHoldings = defineEndpoint({
  method: 'GET',
  path: '/api/users/:login/holdings',
  access: 'system',
  summary:
    "List the contents of the account's namespace, which are deleted or transferred with the account",
  output: holdings,
});

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/:login',
  access: 'system',
  summary:
    'Delete an account; if it owns anything, with `contents=delete` or with `successor=LOGIN` as the new owner; with `names=replace`, builds no longer name the person',
  audit: { action: 'user.delete', fields: ['contents', 'successor', 'names'] },
  query: z.object({
    contents: z.optional(z.literal('delete')),
    successor: z.optional(z.string()),
    names: z.optional(z.literal('replace')),
  }),
});

export const resetUserPassword = defineEndpoint({
  method: 'POST',
  path: '/api/users/:login/password/reset',
  access: 'system',
  accessToken: 'none',
  summary: 'Replace the password of an account with a generated one, and end all its sessions',
  audit: { action: 'user.reset_password' },
  output: z.extend(user, { password: z.string() }),
});

export const rotateUserToken = defineEndpoint({
  method: 'POST',
  path: '/api/users/:login/token/rotate',
  access: 'system',
  accessToken: 'none',
  summary: 'Replace the token of an account',
  audit: { action: 'user.rotate_token' },
  output: userWithToken,
});

export const listReposOfUser = defineEndpoint({
  method: 'GET',
  path: '/api/users/:login/repos',
  access: 'system',
  summary: 'List the repositories of an account',
  output: z.array(repo),
});
