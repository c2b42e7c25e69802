import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

const limit = (max: number) => z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(max)));

/** Limits of an organization or an account. Null is that of the server; 0 is no limit. */
export const newOwnerLimits = z.object({
  /** Stages that run at once. */
  running: limit(1_000_000),
  /** Stored bytes of logs, artifacts, caches and git. */
  storage: limit(Number.MAX_SAFE_INTEGER),
});

export const ownerLimits = z.object({
  namespace: z.string(),
  ...newOwnerLimits.shape,
  /** Stored bytes, as last measured. */
  stored: z.number(),
});

/** Limits in force, with what is used of them. */
export const limitsInForce = z.object({
  running: z.number(),
  storage: z.number(),
  stored: z.number(),
});

export const listOwnerLimits = defineDetails({
  access: 'system',
  summary: 'List the organizations and accounts with limits of their own',
  output: z.array(ownerLimits),
});

export const setOwnerLimits = defineDetails({
  access: 'system',
  summary: 'Set the limits of an organization or an account',
  audit: { action: 'owner_limits.set', fields: ['running', 'storage'] },
  body: newOwnerLimits,
  output: ownerLimits,
});

export const deleteOwnerLimits = defineDetails({
  access: 'system',
  summary: 'Let the limits of the server apply to an organization or an account again',
  audit: { action: 'owner_limits.delete' },
});

export const getOwnerLimits = defineDetails({
  access: 'member',
  forAuditors: true,
  forPrograms: 'For scripts of owners; a waiting stage says which limit it waits for',
  summary: 'Get the limits of an organization, and its stored bytes',
  output: limitsInForce,
});
