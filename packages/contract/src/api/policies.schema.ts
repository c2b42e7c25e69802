import { z } from 'zod/mini';
import { buildEvents } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

const text = (what: string, max = 250) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${what} is empty`),
      z.maxLength(max, `${what} has at most ${max} characters`),
    );
const list = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.maxLength(200, 'A list of a policy has at most 200 entries'));

/** A repository that a policy does not apply to, for some time. */
export const policyException = z.object({
  /** Slug. */
  repo: text('The repository of an exception'),
  /** Person who answers for it. */
  owner: text('The owner of an exception'),
  /** Last day, as YYYY-MM-DD in UTC. */
  until: z
    .string()
    .check(z.regex(/^\d{4}-\d\d-\d\d$/, 'An exception needs its last day: YYYY-MM-DD')),
  reason: z._default(z.string().check(z.maxLength(500)), ''),
});

/** A policy has one of `images`, `require_image` and `deploy`. */
export const newPolicy = z.object({
  /** Whether it stops builds. A preview needs no enabled policy. */
  enabled: z.boolean(),
  /** Organizations and accounts that it applies to; empty for all. */
  namespaces: z._default(list(text('A name of an organization')), []),
  /** Events that it applies to; empty for all. */
  events: z._default(list(z.enum(buildEvents)), []),
  /** Patterns of images that steps and services may use. */
  images: z.optional(list(text('A pattern of an image'))),
  /** Pattern of an image that a step of the build must run, always and with its failure counting. */
  require_image: z.optional(text('The pattern of the required image')),
  /** People who may promote to and roll back targets. */
  deploy: z.optional(
    z.object({ targets: list(text('A pattern of a target')), people: list(text('A login')) }),
  ),
  exceptions: z._default(list(policyException), []),
});

export const policy = z.object({ name: z.string(), ...newPolicy.shape });

export const policyPreview = z.object({
  /** Number of judged builds, the newest ones that it applies to. */
  builds: z.number(),
  /** Builds that it would have stopped. */
  stopped: z.array(z.object({ repo: z.string(), build: z.number(), problem: z.string() })),
});

export const listPolicies = defineDetails({
  access: 'system',
  summary: 'List the policies of the server',
  output: z.array(policy),
});

export const setPolicy = defineDetails({
  access: 'system',
  summary: 'Create or replace a policy',
  audit: { action: 'policy.set', fields: ['enabled'] },
  body: newPolicy,
  output: policy,
});

export const deletePolicy = defineDetails({
  access: 'system',
  summary: 'Delete a policy',
  audit: { action: 'policy.delete' },
});

export const previewPolicy = defineDetails({
  access: 'system',
  summary: 'Say which of the newest builds a policy would have stopped, without changing anything',
  audit: 'none',
  body: newPolicy,
  output: policyPreview,
});
