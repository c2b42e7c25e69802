import { revokeBadges, signBadge } from '../../../api/index.ts';
import { on } from './on.ts';

/** Signed addresses of badges. */
export const badgeHandlers = [
  on(signBadge, ({ body }) => ({ signature: `signed-${body.ref ?? ''}` })),
  on(revokeBadges, () => undefined),
];
