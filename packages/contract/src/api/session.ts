import type { z } from 'zod/mini';
import type * as schema from './session.schema.ts';

export type LoginForm = z.infer<typeof schema.loginForm>;

/** Name of the session cookie, fixed by existing clients. */
export const sessionCookie = '_session_';
