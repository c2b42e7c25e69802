import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './session.schema.ts';

export type LoginForm = z.infer<typeof schema.loginForm>;

export type CodeForm = z.infer<typeof schema.codeForm>;

/** Name of the session cookie, fixed by existing clients. */
export const sessionCookie = '_session_';

export type Session = z.infer<typeof schema.session>;

const ownPath = '/api/user/sessions';

export const listSessions = defineCall<typeof schema.listSessions>()('GET', ownPath);

export const endSession = defineCall<typeof schema.endSession>()('DELETE', `${ownPath}/:session`);

export const endOtherSessions = defineCall<typeof schema.endOtherSessions>()('DELETE', ownPath);

const userPath = '/api/users/:login/sessions';

export const listUserSessions = defineCall<typeof schema.listUserSessions>()('GET', userPath);

export const endUserSession = defineCall<typeof schema.endUserSession>()(
  'DELETE',
  `${userPath}/:session`,
);

export const endUserSessions = defineCall<typeof schema.endUserSessions>()('DELETE', userPath);
