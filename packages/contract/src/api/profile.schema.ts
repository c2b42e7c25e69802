import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { email, profileField } from './names.schema.ts';
import { currentUser } from './users.schema.ts';

/** Fields sent by the page that completes a registration. An absent field leaves the value unchanged. */
export const profile = z.object({
  name: z.optional(profileField),
  email: z.optional(email),
  company: z.optional(profileField),
});

export const updateCurrentUser = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Complete or change the signed-in account',
  audit: { action: 'user.update_profile' },
  body: profile,
  ignoresUnknown: true,
  output: currentUser,
});
