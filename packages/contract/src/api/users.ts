import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './users.schema.ts';

export type User = z.infer<typeof schema.user>;

export type CurrentUser = z.infer<typeof schema.currentUser>;

export const getCurrentUser = defineCall<typeof schema.getCurrentUser>()('GET', '/api/user');

export const createToken = defineCall<typeof schema.createToken>()('POST', '/api/user/token');

export const exportOwnData = defineCall<typeof schema.exportOwnData>()('GET', '/api/user/data');

export const minPasswordLength = 8;

export type PasswordChange = z.infer<typeof schema.passwordChange>;

export const changePassword = defineCall<typeof schema.changePassword>()(
  'POST',
  '/api/user/password',
);

export const listUserRepos = defineCall<typeof schema.listUserRepos>()('GET', '/api/user/repos');

export const listVisibleRepos = defineCall<typeof schema.listVisibleRepos>()(
  'GET',
  '/api/user/repos/visible',
);

export const syncUserRepos = defineCall<typeof schema.syncUserRepos>()('POST', '/api/user/repos');

const remotePath = '/api/user/remote/repos';

export const listRemoteRepos = defineCall<typeof schema.listRemoteRepos>()('GET', remotePath);

export const getRemoteRepo = defineCall<typeof schema.getRemoteRepo>()(
  'GET',
  `${remotePath}/:namespace/:name`,
);

export const listUserBuilds = defineCall<typeof schema.listUserBuilds>()('GET', '/api/user/builds');

export const listRecentUserBuilds = defineCall<typeof schema.listRecentUserBuilds>()(
  'GET',
  '/api/user/builds/recent',
);

export type FeedFilter = Omit<z.infer<typeof schema.feedQuery>, keyof z.infer<typeof schema.page>>;

export const listFeedBuilds = defineCall<typeof schema.listFeedBuilds>()(
  'GET',
  '/api/user/builds/feed',
);

export const listAllRepos = defineCall<typeof schema.listAllRepos>()('GET', '/api/repos');
