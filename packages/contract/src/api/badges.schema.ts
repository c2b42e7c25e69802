import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

const refFields = { ref: z.optional(z.string()), branch: z.optional(z.string()) };

export const getBadge = defineDetails({
  access: 'guest',
  summary:
    'Get the status of a branch as an image; reveals nothing that the viewer may not read, unless the address is signed',
  query: z.object({ ...refFields, signature: z.optional(z.string()) }),
  contentType: 'image/svg+xml',
});

export const getBadgeFeed = defineDetails({
  access: 'read',
  summary: 'Get the latest build in the format of CCMenu',
  contentType: 'application/xml',
});

export const getFeed = defineDetails({
  access: 'read',
  summary: 'Alias at the URL that the UI shows',
  forPrograms: 'For CCMenu and similar programs; the snippet names the address under /api/badges',
  contentType: 'application/xml',
});

export const signBadge = defineDetails({
  access: 'admin',
  summary: 'Sign the address of the badge of a branch, so that everybody sees it',
  audit: { action: 'badge.sign', fields: ['ref', 'branch'] },
  body: z.object(refFields),
  output: z.object({ signature: z.string() }),
});

export const revokeBadges = defineDetails({
  access: 'admin',
  summary: 'Make all signed addresses of badges invalid',
  audit: { action: 'badge.revoke' },
});
