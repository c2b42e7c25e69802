import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** Second factor of an account that signs in with a password of this server. */
export const secondFactor = z.object({
  on: z.boolean(),
  /** Whether the server requires one. */
  required: z.boolean(),
  /** Unix seconds; 0 if it is off. */
  created: z.number(),
  /** Number of recovery codes that were not used yet. */
  recovery_codes: z.number(),
});

/** Secret for an authenticator app, as text and as an `otpauth:` URL for a QR code. */
export const totpSecret = z.object({ secret: z.string(), url: z.string() });

/** Codes that each replace one code of the app. They are shown once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

const password = z.string().check(z.trim());

/** The current password, because a session alone may be stolen. */
export const passwordProof = z.object({ password });

export const newSecondFactor = z.extend(passwordProof, {
  secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/, 'Invalid secret')),
  code: z.string().check(z.trim()),
});

export const signInSetUp = z.extend(recoveryCodes, { return_to: z.string() });

export const getSecondFactor = defineDetails({
  access: 'session',
  summary: 'Get the state of the second factor of the signed-in account',
  output: secondFactor,
});

export const createTotpSecret = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Generate a secret for an authenticator app; nothing is stored',
  audit: 'none',
  output: totpSecret,
});

export const setSecondFactor = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary:
    'Set up the second factor with a code of the app, and end the other sessions; the response has the recovery codes',
  audit: { action: 'second_factor.set' },
  body: newSecondFactor,
  output: recoveryCodes,
});

export const renewRecoveryCodes = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Replace the recovery codes of the signed-in account',
  audit: { action: 'second_factor.renew_codes' },
  body: passwordProof,
  output: recoveryCodes,
});

export const removeSecondFactor = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Remove the second factor of the signed-in account, unless the server requires one',
  audit: { action: 'second_factor.remove' },
  body: passwordProof,
});

export const getUserSecondFactor = defineDetails({
  access: 'system',
  summary: 'Get the state of the second factor of an account',
  output: secondFactor,
});

export const removeUserSecondFactor = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'Remove the second factor of another account, as after the loss of a telephone',
  audit: { action: 'second_factor.remove' },
});
