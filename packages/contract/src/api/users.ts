import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { repo } from './repos.ts';

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

export const token = z.object({ token: z.string() });
export type Token = z.infer<typeof token>;

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
  output: z.extend(user, { token: z.string() }),
});

export const listUserRepos = defineEndpoint({
  method: 'GET',
  path: '/api/user/repos',
  access: 'session',
  summary: 'The repositories of the account; `latest=true` adds the latest build of each',
  query: z.object({ latest: z.optional(z.string()) }),
  output: z.array(repo),
});
