import type { Account } from '@millrace/contract/api';
import type { PageMessages } from '../../lib/i18n/en-pages.ts';

type Text = PageMessages['users'];

export function statusOf({ active, access_ended }: Account, text: Text): string {
  if (!active) return text.inactive;
  return access_ended ? text.noAccess : text.active;
}

/** Why the account has no access any more, with what the source host answered. */
export function describeAccessEnd(
  { reason, detail }: NonNullable<Account['access_ended']>,
  text: Text,
): string {
  return `${text.accessEnds[reason]} (${detail})`;
}
