import { z } from 'zod/mini';
import { visibilities } from '../vocabulary.ts';
import { build } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

export const permissions = z.object({ read: z.boolean(), write: z.boolean(), admin: z.boolean() });
export type Permissions = z.infer<typeof permissions>;

/** `timeout` is in minutes, times are unix seconds, `counter` is the newest build's number. */
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
  trusted: z.boolean(),
  protected: z.boolean(),
  ignore_forks: z.boolean(),
  ignore_pull_requests: z.boolean(),
  auto_cancel_pull_requests: z.boolean(),
  auto_cancel_pushes: z.boolean(),
  auto_cancel_running: z.boolean(),
  timeout: z.number(),
  counter: z.number(),
  synced: z.number(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
  archived: z.boolean(),
  build: z.optional(build),
  permissions: z.optional(permissions),
});
export type Repo = z.infer<typeof repo>;

export const getRepo = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name',
  access: 'read',
  summary: 'A repository, with what the caller may do in it',
  output: repo,
});

export const activateRepo = defineEndpoint({
  method: 'POST',
  path: '/api/repos/:namespace/:name',
  access: 'admin',
  summary: 'Activate a repository, so that its events start builds',
  output: repo,
});
