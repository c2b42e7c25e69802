import { getBadge, revokeBadges, signBadge } from '../../../api/index.ts';
import { on } from './on.ts';

/** Badges, without their images. */
export const badgeHandlers = [
  on(getBadge, () => undefined),
  on(signBadge, ({ body }) => ({ signature: `signed-${body.ref ?? ''}` })),
  on(revokeBadges, () => undefined),
];
