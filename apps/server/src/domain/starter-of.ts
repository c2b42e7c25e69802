import type { Build } from './build.ts';

/**
 * Returns the login of the account that started a build: by hand, or with an event of the forge. A build that was
 * started from another one still has the sender of that one.
 */
export function starterOf({ trigger, sender }: Pick<Build, 'trigger' | 'sender'>): string {
  return trigger.startsWith('@') ? sender : trigger;
}
