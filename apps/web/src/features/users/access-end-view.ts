import type { Account } from '@millrace/contract/api';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { userMessages } from './messages.ts';

type Text = Texts<typeof userMessages>;

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
