import { z } from 'zod/mini';

/**
 * Fields of the sign-in form, posted to `/login` as a plain HTML form. `return_to` is a path on this
 * server.
 */
export const loginForm = z.object({
  username: z.string(),
  password: z.string(),
  return_to: z.optional(z.string()),
});
