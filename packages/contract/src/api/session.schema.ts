import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/**
 * Fields of the sign-in form, posted to `/login` as a plain HTML form. `return_to` is a path on this
 * server.
 */
export const loginForm = z.object({
  username: z.string(),
  password: z.string(),
  return_to: z.optional(z.string()),
});

/** Second form of a sign-in, posted to `/login/code`. Without a code, `/login/set-up` returns a new secret. */
export const codeForm = z.object({ code: z.optional(z.string().check(z.trim())) });

/** A signed-in browser. Times are unix seconds; 0 and empty texts are unknown, as of sessions of an earlier server. */
export const session = z.object({
  /** Names the session. It is of no use for signing in. */
  id: z.string(),
  created: z.number(),
  /** Last call, to the minute. */
  last_seen: z.number(),
  expires: z.number(),
  /** Address and browser of the last call. */
  address: z.string(),
  browser: z.string(),
  /** True for the session that makes this call. */
  current: z.optional(z.boolean()),
});

export const listSessions = defineDetails({
  access: 'session',
  summary: 'List the sessions of the signed-in account, the last used first',
  output: z.array(session),
});

export const endSession = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'End a session of the signed-in account, with its streams and terminals',
  audit: { action: 'session.end' },
  whileReadOnly: true,
});

export const endOtherSessions = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'End all sessions of the signed-in account, except the one that makes the call',
  audit: { action: 'session.end_all' },
  whileReadOnly: true,
});

export const listUserSessions = defineDetails({
  access: 'system',
  summary: 'List the sessions of an account, the last used first',
  output: z.array(session),
});

export const endUserSession = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'End a session of an account, with its streams and terminals',
  audit: { action: 'session.end' },
  whileReadOnly: true,
});

export const endUserSessions = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'End all sessions of an account',
  audit: { action: 'session.end_all' },
  whileReadOnly: true,
});
