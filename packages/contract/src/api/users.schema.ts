import { z } from 'zod/mini';
import { buildFilter } from './build-filter.schema.ts';
import { defineDetails } from './endpoint.ts';
import { repo, repoWithBuild } from './repos.schema.ts';
import { minPasswordLength } from './users.ts';

/** Times are unix seconds; `last_login` 0 means never. */
export const user = z.object({
  id: z.number(),
  login: z.string(),
  email: z.string(),
  machine: z.boolean(),
  admin: z.boolean(),
  /** Whether it may read everything administrative. Absent if not. */
  auditor: z.optional(z.boolean()),
  active: z.boolean(),
  avatar: z.string(),
  syncing: z.boolean(),
  synced: z.number(),
  created: z.number(),
  updated: z.number(),
  last_login: z.number(),
});

/** The signed-in account. `has_password` is absent before an original server. */
export const currentUser = z.extend(user, { has_password: z.optional(z.boolean()) });

export const userWithToken = z.extend(user, { token: z.string() });

export const getCurrentUser = defineDetails({
  access: 'session',
  forAuditors: true,
  summary: 'Get the signed-in account',
  output: currentUser,
});

export const createToken = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Get the personal token; `rotate=true` replaces it first',
  audit: { action: 'user.read_token', fields: ['rotate'] },
  query: z.object({ rotate: z.optional(z.string()) }),
  output: userWithToken,
});

export const exportOwnData = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Download all that is stored of the signed-in person, as JSON',
  audit: { action: 'user.export' },
});

/** Trimmed like the value in the sign-in form. */
const password = z.string().check(z.trim());

const shortPassword = `Invalid password: at least ${minPasswordLength} characters`;

export const passwordChange = z.object({
  current: password,
  password: password.check(z.minLength(minPasswordLength, shortPassword)),
});

export const changePassword = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Change the password of the signed-in account, and end its other sessions',
  audit: { action: 'user.change_password' },
  body: passwordChange,
});

export const listUserRepos = defineDetails({
  access: 'session',
  summary: 'List the repositories of the account; `latest=true` adds the latest build of each',
  query: z.object({ latest: z.optional(z.string()) }),
  output: z.array(repo),
});

export const page = z.object({ page: z.optional(z.string()), per_page: z.optional(z.string()) });

const visibleQuery = z.extend(page, {
  /** Part of the slug, or of namespace and name if it has a slash; case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(250, 'Invalid query: q has at most 250 characters'))),
});

export const listVisibleRepos = defineDetails({
  access: 'session',
  summary:
    'List the internal and public active repositories that are not in the list of the account, by slug, with the latest build of each',
  query: visibleQuery,
  output: z.array(repo),
});

export const syncUserRepos = defineDetails({
  access: 'session',
  summary: 'Sync the repositories with the forge; `async=true` responds with 204 immediately',
  audit: 'none',
  query: z.object({ async: z.optional(z.string()) }),
  output: z.nullable(z.array(repo)),
});

export const listRemoteRepos = defineDetails({
  access: 'session',
  summary:
    'List the repositories that the account can access at the forge now; the id is 0 for those not synced yet',
  forPrograms: 'Sync brings all of them',
  output: z.array(repo),
});

export const getRemoteRepo = defineDetails({
  access: 'session',
  summary: 'Get one of these repositories',
  forPrograms: 'Sync brings all of them',
  output: repo,
});

export const listUserBuilds = defineDetails({
  access: 'session',
  summary: 'List the 25 newest builds of all repositories of the account',
  forPrograms: '`listUserRepos` brings the latest build of each',
  output: z.array(repoWithBuild),
});

export const listRecentUserBuilds = defineDetails({
  access: 'session',
  summary: 'List the 50 newest builds of all repositories of the account',
  forPrograms: '`listFeedBuilds` has the same, with a filter',
  output: z.array(repoWithBuild),
});

/** `repo` is `namespace/name`. `visible` includes repositories of others that each signed-in account may read. */
export const feedQuery = z.extend(buildFilter, {
  ...page.shape,
  repo: z.optional(z.string()),
  visible: z.optional(z.literal('true')),
});

export const listFeedBuilds = defineDetails({
  access: 'session',
  summary: 'List the matching builds of all repositories of the account, newest first',
  query: feedQuery,
  output: z.array(repoWithBuild),
});

export const listAllRepos = defineDetails({
  access: 'system',
  summary: 'List every repository by slug, in pages',
  forPrograms: 'For scripts of administrators',
  query: page,
  output: z.array(repo),
});
