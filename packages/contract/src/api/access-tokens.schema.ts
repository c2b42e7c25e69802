import { z } from 'zod/mini';
import { tokenScopes } from '../vocabulary.ts';
import { maxTokenNameLength } from './access-tokens.ts';
import { defineDetails } from './endpoint.ts';

/** Times are unix seconds; `expires` 0 means never, `last_used` 0 means not yet. */
export const accessToken = z.object({
  id: z.number(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Slug of the only repository that it is valid for; null for all. */
  repo: z.nullable(z.string()),
  created: z.number(),
  expires: z.number(),
  last_used: z.number(),
});

const nameMessage = `Invalid name: 1 to ${maxTokenNameLength} characters`;

export const newAccessToken = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, nameMessage), z.maxLength(maxTokenNameLength, nameMessage)),
  scope: z.enum(tokenScopes),
  repo: z.optional(z.nullable(z.string())),
  /** Unix seconds; 0 or absent means never. */
  expires: z.optional(z.number().check(z.int(), z.minimum(0))),
});

/** Response to a created token, the only one that includes the token. */
export const createdToken = z.extend(accessToken, { token: z.string() });

export const listAccessTokens = defineDetails({
  access: 'session',
  summary: 'List the access tokens of the signed-in account',
  output: z.array(accessToken),
});

export const createAccessToken = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Create an access token, which is shown once',
  audit: { action: 'access_token.create', fields: ['name', 'scope', 'repo', 'expires'] },
  body: newAccessToken,
  output: createdToken,
});

export const deleteAccessToken = defineDetails({
  access: 'session',
  accessToken: 'none',
  summary: 'Revoke an access token; its calls and streams end',
  audit: { action: 'access_token.revoke' },
  whileReadOnly: true,
});

export const listUserTokens = defineDetails({
  access: 'system',
  summary: 'List the access tokens of an account',
  output: z.array(accessToken),
});

export const createUserToken = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'Create an access token of a machine account, which is shown once',
  audit: { action: 'access_token.create', fields: ['name', 'scope', 'repo', 'expires'] },
  body: newAccessToken,
  output: createdToken,
});

export const deleteUserToken = defineDetails({
  access: 'system',
  accessToken: 'none',
  summary: 'Revoke an access token of an account',
  audit: { action: 'access_token.revoke' },
  whileReadOnly: true,
});
