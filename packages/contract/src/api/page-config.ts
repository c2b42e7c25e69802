import { z } from 'zod/mini';

/** Id of the JSON block in the served page that tells the interface about its server. */
export const pageConfigId = 'millrace-config';

export const pageConfig = z.object({
  version: z.string(),
  signIn: z.object({ password: z.boolean(), forge: z.boolean() }),
  /** Whether the page was asked for with a session: without one it need not ask who it is for. */
  session: z.optional(z.boolean()),
  /** Whether `/link/…` leads to pages of the source host. */
  forgePages: z.optional(z.boolean()),
  /** Whether it knows the calls that no other server has. */
  extras: z.optional(z.boolean()),
  /** Where this server describes its API, as a path or an address. */
  apiReference: z.optional(z.string()),
  /** Addresses of this installation: shown where they are set. */
  links: z.optional(
    z.object({
      documentation: z.optional(z.string()),
      source: z.optional(z.string()),
      privacy: z.optional(z.string()),
    }),
  ),
  licenseExpired: z.optional(z.boolean()),
  licenseLimitExceeded: z.optional(z.boolean()),
});
export type PageConfig = z.infer<typeof pageConfig>;
