import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { email, profileField } from './names.ts';
import { currentUser } from './users.ts';

/** Fields sent by the page that completes a registration. An absent field leaves the value unchanged. */
export const profile = z.object({
  name: z.optional(profileField),
  email: z.optional(email),
  company: z.optional(profileField),
});
export type Profile = z.infer<typeof profile>;

export const updateCurrentUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/user',
  access: 'session',
  accessToken: 'none',
  summary: 'Complete or change the signed-in account',
  audit: { action: 'user.update_profile' },
  body: profile,
  ignoresUnknown: true,
  output: currentUser,
});
