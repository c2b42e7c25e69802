import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './second-factor.schema.ts';

export type SecondFactor = z.infer<typeof schema.secondFactor>;

export type NewSecondFactor = z.infer<typeof schema.newSecondFactor>;

export type PasswordProof = z.infer<typeof schema.passwordProof>;

export type TotpSecret = z.infer<typeof schema.totpSecret>;

export type RecoveryCodes = z.infer<typeof schema.recoveryCodes>;

/** Answer to the set-up of a second factor during a sign-in. */
export type SignInSetUp = z.infer<typeof schema.signInSetUp>;

const path = '/api/user/second-factor';

export const getSecondFactor = defineCall<typeof schema.getSecondFactor>()('GET', path);

export const createTotpSecret = defineCall<typeof schema.createTotpSecret>()(
  'POST',
  `${path}/secret`,
);

export const setSecondFactor = defineCall<typeof schema.setSecondFactor>()('PUT', path);

export const renewRecoveryCodes = defineCall<typeof schema.renewRecoveryCodes>()(
  'POST',
  `${path}/recovery-codes`,
);

export const removeSecondFactor = defineCall<typeof schema.removeSecondFactor>()(
  'POST',
  `${path}/remove`,
);

const userPath = '/api/users/:login/second-factor';

export const getUserSecondFactor = defineCall<typeof schema.getUserSecondFactor>()('GET', userPath);

export const removeUserSecondFactor = defineCall<typeof schema.removeUserSecondFactor>()(
  'DELETE',
  userPath,
);
