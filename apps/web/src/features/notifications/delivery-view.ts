import type { Delivery, MailMessage } from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { notificationMessages } from './messages.ts';

/** Returns the name of a message: its build, or its kind. */
export function deliveryName(delivery: Delivery, text: Texts<typeof notificationMessages>): string {
  const { kind, repo, build, attempt, cron } = delivery;
  if (kind === 'test') return text.testMessage;
  if (kind === 'digest') return text.digestMessage;
  if (kind === 'cron') return text.cronMessage(repo, cron);
  const name = `${repo} ${text.build(build)}`;
  const named = attempt > 1 ? `${name}, ${text.attempt(attempt)}` : name;
  return kind === 'approval' ? text.approvalMessage(named) : named;
}

/** Returns the error of the last try, or the status of its response. Empty before the first try. */
export function resultText(
  { error, response_status: status }: Delivery,
  channel: ChannelKind,
  text: Texts<typeof notificationMessages>,
): string {
  return error || (status ? text.responseStatus(channel, status) : '');
}

/** Describes the result of a message that was sent by hand. Empty before the first try. */
export function outcomeText(
  delivery: Delivery,
  channel: ChannelKind,
  text: Texts<typeof notificationMessages>,
): string {
  const { status, tries } = delivery;
  const name = deliveryName(delivery, text);
  const result = resultText(delivery, channel, text);
  if (status === 'sent') return text.outcomes.sent(name);
  if (status === 'failed') return text.outcomes.failed(name, result);
  return status === 'waiting' && tries > 0 && result ? text.outcomes.retrying(name, result) : '';
}

/** Indents JSON. Returns any other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Reads subject and text of an e-mail; undefined if the body is none. */
export function readMail(body: string): Pick<MailMessage, 'subject' | 'text'> | undefined {
  try {
    const mail: Partial<MailMessage> | null = JSON.parse(body);
    if (typeof mail?.subject !== 'string' || typeof mail.text !== 'string') return undefined;
    return { subject: mail.subject, text: mail.text };
  } catch {
    return undefined;
  }
}
