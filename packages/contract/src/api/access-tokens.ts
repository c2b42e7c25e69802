import type { z } from 'zod/mini';
import type * as schema from './access-tokens.schema.ts';
import { defineCall } from './endpoint.ts';

export const maxTokenNameLength = 100;

export type AccessToken = z.infer<typeof schema.accessToken>;

export type NewAccessToken = z.infer<typeof schema.newAccessToken>;

export type CreatedToken = z.infer<typeof schema.createdToken>;

const ownPath = '/api/user/tokens';

export const listAccessTokens = defineCall<typeof schema.listAccessTokens>()('GET', ownPath);

export const createAccessToken = defineCall<typeof schema.createAccessToken>()('POST', ownPath);

export const deleteAccessToken = defineCall<typeof schema.deleteAccessToken>()(
  'DELETE',
  `${ownPath}/:token`,
);

const userPath = '/api/users/:login/tokens';

export const listUserTokens = defineCall<typeof schema.listUserTokens>()('GET', userPath);

export const createUserToken = defineCall<typeof schema.createUserToken>()('POST', userPath);

export const deleteUserToken = defineCall<typeof schema.deleteUserToken>()(
  'DELETE',
  `${userPath}/:token`,
);
