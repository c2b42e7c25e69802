import type { AuditEvent } from '@millrace/contract/api';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { auditMessages } from './messages.ts';

/** Returns the text of a key; the key itself if a newer server has written it. */
function nameOf(names: Record<string, string>, key: string): string {
  return Object.hasOwn(names, key) ? (names[key] ?? key) : key;
}

export function actionText({ action }: AuditEvent, text: Texts<typeof auditMessages>): string {
  return nameOf(text.actions, action);
}

/** Names the changed object: the repository, and what was changed in it. */
export function objectText({ repo, target }: AuditEvent): string {
  return [repo, target].filter(Boolean).join(' · ');
}

/** Lists the recorded fields: `trusted: true, timeout: 30`. */
export function detailsText({ details }: AuditEvent): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

/** Describes the credential of an event and its address. */
export function originText(
  { credential, token, address }: AuditEvent,
  text: Texts<typeof auditMessages>,
): string {
  const used = nameOf(text.credentials, credential);
  return [token ? `${used} ${token}` : used, address].filter(Boolean).join(' · ');
}
