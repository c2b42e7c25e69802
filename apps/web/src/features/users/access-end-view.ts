import type { Account } from '@millrace/contract/api';
import type { UserMessages } from '../../lib/i18n/en-users.ts';

type Text = UserMessages;

export function statusOf({ active, unconfirmed, access_ended }: Account, text: Text): string {
  if (!active) return text.inactive;
  if (unconfirmed) return text.unconfirmed;
  return access_ended ? text.noAccess : text.active;
}

/** Returns why an account has lost its access, including the response of the forge. */
export function describeAccessEnd(
  { reason, detail }: NonNullable<Account['access_ended']>,
  text: Text,
): string {
  return `${text.accessEnds[reason]} (${detail})`;
}
