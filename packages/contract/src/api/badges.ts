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

const signaturesPath = '/api/repos/:namespace/:name/badge-signatures';

export const signBadge = defineCall<typeof schema.signBadge>()('POST', signaturesPath);

export const revokeBadges = defineCall<typeof schema.revokeBadges>()('DELETE', signaturesPath);
