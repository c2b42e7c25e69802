import { createHash } from 'node:crypto';
import { mailMessage } from '@millrace/contract/schemas';
import type { Logger } from '@millrace/node-kit/logger';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { MailSettings } from '../../config/mail-settings.ts';
import { failure, retrySec, type SendResult } from './send-result.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const maxResponseLength = 2048;
/** Error of a mail server, with its response if there was one. */
const mailError = z.object({
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
});

interface Mail {
  /** Id of the delivery, the same for each try. */
  id: number | string;
  /** JSON of `MailMessage`. */
  body: string;
  to: readonly string[];
  /** Page on which the receiver can unsubscribe; undefined if the receiver cannot. */
  unsubscribeUrl: string | undefined;
}

/** Sends e-mail through the mail server of the operator. */
export class MailSender {
  private readonly settings: MailSettings | null;
  private readonly logger: Logger;

  constructor(settings: MailSettings | null, logger: Logger) {
    this.settings = settings;
    this.logger = logger;
  }

  async send({ id, body, to, unsubscribeUrl }: Mail): Promise<SendResult> {
    const message = parseJson(mailMessage, body);
    if (!this.settings) return failure('The server sends no e-mail: MILLRACE_SMTP_URL is not set');
    if (!message || to.length === 0) return failure('The message has no receiver');
    const { url, from, ca } = this.settings;
    // Loaded with the first mail: most servers send none.
    const { createTransport } = await import('nodemailer');
    const mailer = createTransport(
      { url, ...timeouts, ...(ca ? { tls: { ca } } : {}) },
      { from, disableFileAccess: true, disableUrlAccess: true },
    );
    try {
      const { response, rejected } = await mailer.sendMail({
        ...message,
        // Given as objects, an address with a comma is not read as two.
        to: to.map((address) => ({ name: '', address })),
        messageId: messageId(id, from),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Millrace-Delivery': String(id) },
        ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
      });
      const lines =
        rejected.length > 0 ? [response, `Rejected: ${rejected.join(', ')}`] : [response];
      return { changes: { responseStatus: 250, response: shorten(lines.join('\n')), error: '' } };
    } catch (error) {
      // The log has the reason, which may name hosts that users must not see.
      this.logger.warn({ err: error }, 'A mail could not be sent');
      return judge(error);
    } finally {
      mailer.close();
    }
  }
}

/** Mail servers and readers recognize a message that is sent again by its id. */
function messageId(id: Mail['id'], from: string): string {
  const sender = createHash('sha256').update(from).digest('hex').slice(0, 16);
  const domain = /@([^\s<>]+)/.exec(from)?.[1] ?? 'millrace';
  return `<millrace-${id}-${sender}@${domain}>`;
}

/** A rejection is final, except one of the server's password, which the operator can repair. */
function judge(error: unknown): SendResult {
  const { responseCode, response = '' } = mailError.safeParse(error).data ?? {};
  if (!(error instanceof Error)) throw error;
  if (responseCode === undefined) {
    return { ...failure('The mail server cannot be reached'), retryAfterSec: retrySec };
  }
  const changes = {
    responseStatus: responseCode,
    response: shorten(response),
    error: `The mail server responded with ${responseCode}`,
  };
  const isFinal = responseCode >= 500 && !('code' in error && error.code === 'EAUTH');
  return isFinal ? { changes } : { changes, retryAfterSec: retrySec };
}

function shorten(text: string): string {
  return text.slice(0, maxResponseLength).replaceAll('\0', '');
}
