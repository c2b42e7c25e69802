import { z } from 'zod/mini';
import { accessEndReasons } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';
import { newLogin, personalToken } from './names.schema.ts';
import { repo } from './repos.schema.ts';
import { user, userWithToken } from './users.schema.ts';

/** True if the forge rejects the account: its sessions and its token are then invalid. */
const accessEnd = z.object({
  since: z.number(),
  reason: z.enum(accessEndReasons),
  /** Provided by the forge. */
  detail: z.string(),
});

export const account = z.extend(user, {
  access_ended: z.optional(accessEnd),
  /** True if the account was imported, and nobody can sign in to it until a system admin has confirmed it. */
  unconfirmed: z.optional(z.boolean()),
});

export const listUsers = defineDetails({
  access: 'system',
  summary: 'List all accounts',
  output: z.array(account),
});

export const newUser = z.object({
  login: newLogin,
  email: z.optional(z.string()),
  admin: z.optional(z.boolean()),
  auditor: z.optional(z.boolean()),
  machine: z.optional(z.boolean()),
  /** Initial token. If absent or empty, the server generates one. */
  token: z.optional(personalToken),
});

export const createUser = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary:
    'Create an account; the response includes the token of a machine user or the password of a person',
  audit: { action: 'user.create', fields: ['login', 'machine', 'admin', 'auditor'] },
  body: newUser,
  ignoresUnknown: true,
  output: z.extend(user, { token: z.optional(z.string()), password: z.optional(z.string()) }),
});

export const getUser = defineDetails({
  access: 'system',
  summary: 'Get an account',
  forPrograms: 'The list has the same',
  output: account,
});

export const userChange = z.object({
  admin: z.optional(z.boolean()),
  auditor: z.optional(z.boolean()),
  active: z.optional(z.boolean()),
  /** False confirms that an imported account belongs to the person who has its login now. */
  unconfirmed: z.optional(z.literal(false)),
});

export const updateUser = defineDetails({
  access: 'system',
  summary: 'Change the admin, the auditor or the active flag, or confirm an imported account',
  audit: { action: 'user.update', fields: ['admin', 'auditor', 'active', 'unconfirmed'] },
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

export const getHoldings = defineDetails({
  access: 'system',
  summary:
    "List the contents of the account's namespace, which are deleted or transferred with the account",
  output: holdings,
});

/** Decides about everything that a deleted account owns. */
export const holdingsChoice = z.object({
  contents: z.optional(z.literal('delete')),
  successor: z.optional(z.string()),
  names: z.optional(z.literal('replace')),
});

export const deleteUser = defineDetails({
  access: 'system',
  summary:
    'Delete an account; if it owns anything, with `contents=delete` or with `successor=LOGIN` as the new owner; with `names=replace`, builds no longer name the person',
  audit: { action: 'user.delete', fields: ['contents', 'successor', 'names'] },
  query: holdingsChoice,
});

export const exportUser = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'Download all that is stored of a person, as JSON',
  audit: { action: 'user.export' },
});

export const resetUserPassword = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'Replace the password of an account with a generated one, and end all its sessions',
  audit: { action: 'user.reset_password' },
  output: z.extend(user, { password: z.string() }),
});

export const rotateUserToken = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'Replace the token of an account',
  audit: { action: 'user.rotate_token' },
  output: userWithToken,
});

export const listReposOfUser = defineDetails({
  access: 'system',
  summary: 'List the repositories of an account',
  forPrograms: 'For scripts of administrators',
  output: z.array(repo),
});
