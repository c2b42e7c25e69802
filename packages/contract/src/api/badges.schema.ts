import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

const refQuery = z.object({ ref: z.optional(z.string()), branch: z.optional(z.string()) });

export const getBadge = defineDetails({
  access: 'guest',
  summary: 'Get the status of a branch as an image; reveals nothing that the viewer may not read',
  query: refQuery,
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
