import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { notificationMessages } from './messages.ts';
import type { ListedSubscription } from './notification-calls.ts';

/** Maximum number of addresses or repositories that a row names. */
const maxNames = 2;

/** Returns the receiver of the messages: a host, or addresses. */
export function receiverText(
  subscription: ListedSubscription,
  text: Texts<typeof notificationMessages>,
): string {
  const { channel, host, recipients, signed } = subscription;
  if (channel !== 'email') return signed ? text.signed(host) : host;
  return recipients.length === 0 ? text.ownAddress : shorten(recipients, text);
}

/** Returns the conditions for builds, in parts. Empty if all builds are announced. */
export function filterText(
  subscription: ListedSubscription,
  text: Texts<typeof notificationMessages>,
  eventNames: Record<BuildEvent, string>,
): string {
  const { scope, repos = [], branches, events, digest } = subscription;
  const parts = [
    scope === 'own' && text.scopes.own,
    scope === 'chosen' && shorten(repos, text),
    branches,
    events.map((event) => eventNames[event]).join(', '),
    digest !== 'off' && text.cronDigest(text.digests[digest]),
  ].filter(Boolean);
  return parts.join(' · ');
}

function shorten(names: readonly string[], text: Texts<typeof notificationMessages>): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? text.andMore(shown, names.length - maxNames) : shown;
}
