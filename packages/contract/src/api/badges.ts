import type * as schema from './badges.schema.ts';
import { defineCall } from './endpoint.ts';

export const getBadge = defineCall<typeof schema.getBadge>()(
  'GET',
  '/api/badges/:namespace/:name/status.svg',
);

export const getBadgeFeed = defineCall<typeof schema.getBadgeFeed>()(
  'GET',
  '/api/badges/:namespace/:name/cc.xml',
);

export const getFeed = defineCall<typeof schema.getFeed>()('GET', '/:namespace/:name/cc.xml');
