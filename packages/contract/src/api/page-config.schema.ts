import { z } from 'zod/mini';
import { announcement } from './announcement.schema.ts';

export const pageConfig = z.object({
  version: z.string(),
  /** Path below which the server is, as in `/ci`; absent if it has its host alone. */
  basePath: z.optional(z.string()),
  signIn: z.object({
    password: z.boolean(),
    forge: z.boolean(),
    /** Set if users can sign in through an OpenID Connect provider: its name, empty if none is configured. */
    provider: z.optional(z.string()),
  }),
  /** True if the page was requested with a session. If false, the client skips the request for its account. */
  session: z.optional(z.boolean()),
  /** Id of the account of that session. */
  account: z.optional(z.number()),
  /** True if `/link/…` redirects to pages of the forge. */
  forgePages: z.optional(z.boolean()),
  /** True if the server supports the endpoints that only Millrace has. */
  extras: z.optional(z.boolean()),
  /** `admins` if only administrators of a repository approve its builds, and not those that they started. */
  approvals: z.optional(z.enum(['writers', 'admins'])),
  /** Announcement that is shown when the page is loaded. */
  announcement: z.optional(announcement),
  /** True if the server sends e-mail. */
  email: z.optional(z.boolean()),
  /** Path or URL of the API description. */
  apiReference: z.optional(z.string()),
  /** Links of this installation, shown if set. */
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
