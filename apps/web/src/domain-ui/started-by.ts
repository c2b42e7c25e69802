import type { Build, User } from '@millrace/contract/api';

/** Returns whether an account started a build: by hand, or with an event of the forge. */
export function isStartedBy({ trigger, sender }: Build, { login }: Pick<User, 'login'>): boolean {
  return login === (trigger.startsWith('@') ? sender : trigger);
}
