import { z } from 'zod/mini';
import { accessEndReasons } from '../vocabulary.ts';
import { defineEndpoint } from './endpoint.ts';
import { login, personalToken } from './names.ts';
import { repo } from './repos.ts';
import { user, userWithToken } from './users.ts';

/** Set where the forge refuses the account: its sessions and its token count for nothing. */
const accessEnd = z.object({
  since: z.number(),
  reason: z.enum(accessEndReasons),
  /** Answer of the forge. */
  detail: z.string(),
});

const account = z.extend(user, { access_ended: z.optional(accessEnd) });
export type Account = z.infer<typeof account>;

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/users',
  access: 'system',
  summary: 'Every account',
  output: z.array(account),
});

export const newUser = z.object({
  login,
  email: z.optional(z.string()),
  admin: z.optional(z.boolean()),
  machine: z.optional(z.boolean()),
  /** Its token from the start; one is made up where this is absent or empty. */
  token: z.optional(personalToken),
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
  output: account,
});

const userChange = z.object({
  admin: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
});
export type UserChange = z.infer<typeof userChange>;

export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/:login',
  access: 'system',
  summary: 'Change the admin or the active flag',
  body: userChange,
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

export const resetUserPassword = defineEndpoint({
  method: 'POST',
  path: '/api/users/:login/password/reset',
  access: 'system',
  summary: 'Replace the password of an account with a generated one; ends all its sessions',
  output: z.extend(user, { password: z.string() }),
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
