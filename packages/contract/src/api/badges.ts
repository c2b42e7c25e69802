import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const refQuery = z.object({ ref: z.optional(z.string()), branch: z.optional(z.string()) });

export const getBadge = defineEndpoint({
  method: 'GET',
  path: '/api/badges/:namespace/:name/status.svg',
  access: 'guest',
  summary: 'The status of a branch as a picture; says nothing of what the viewer may not read',
  query: refQuery,
  contentType: 'image/svg+xml',
});

export const getBadgeFeed = defineEndpoint({
  method: 'GET',
  path: '/api/badges/:namespace/:name/cc.xml',
  access: 'read',
  summary: 'The latest build for CCMenu',
  contentType: 'application/xml',
});

export const getFeed = defineEndpoint({
  method: 'GET',
  path: '/:namespace/:name/cc.xml',
  access: 'read',
  summary: 'The same, at the address that the interface shows',
  contentType: 'application/xml',
});
