import type { z } from 'zod/mini';
import type * as schema from './accounts.schema.ts';
import { defineCall } from './endpoint.ts';

export type Account = z.infer<typeof schema.account>;

export type HoldingsChoice = z.infer<typeof schema.holdingsChoice>;

export const listUsers = defineCall<typeof schema.listUsers>()('GET', '/api/users');

export type NewUser = z.infer<typeof schema.newUser>;

export const createUser = defineCall<typeof schema.createUser>()('POST', '/api/users');

export const getUser = defineCall<typeof schema.getUser>()('GET', '/api/users/:login');

export type UserChange = z.infer<typeof schema.userChange>;

export const updateUser = defineCall<typeof schema.updateUser>()('PATCH', '/api/users/:login');

export type Holdings = z.infer<typeof schema.holdings>;

export const getHoldings = defineCall<typeof schema.getHoldings>()(
  'GET',
  '/api/users/:login/holdings',
);

export const deleteUser = defineCall<typeof schema.deleteUser>()('DELETE', '/api/users/:login');

export const exportUser = defineCall<typeof schema.exportUser>()('GET', '/api/users/:login/data');

export const resetUserPassword = defineCall<typeof schema.resetUserPassword>()(
  'POST',
  '/api/users/:login/password/reset',
);

export const rotateUserToken = defineCall<typeof schema.rotateUserToken>()(
  'POST',
  '/api/users/:login/token/rotate',
);

export const listReposOfUser = defineCall<typeof schema.listReposOfUser>()(
  'GET',
  '/api/users/:login/repos',
);
