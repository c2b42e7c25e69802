import { createHmac } from 'node:crypto';
import type { ClosedNetworks } from '@millrace/node-kit/closed-networks';
import { PostError, type PostResponse, postJson } from '../../shared/post-json.ts';
import { failure, retrySec, type SendResult } from './send-result.ts';
import type { Target } from './subscription.ts';

const limits = { timeoutMs: 10_000, maxBytes: 2048 };
/** Maximum pause that a channel can ask for. */
const maxRetryAfterSec = 60 * 60;
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

interface HttpMessage {
  /** Kind of the message, for receivers that are programs. */
  event: string;
  /** Id of the delivery, the same for each try. */
  id: number;
  body: string;
  sentSec: number;
}

/** Sends messages to URLs of users. It connects only to addresses that are not closed. */
export class HttpSender {
  private readonly closed: ClosedNetworks;

  constructor(closed: ClosedNetworks) {
    this.closed = closed;
  }

  async send({ event, id, body, sentSec }: HttpMessage, target: Target): Promise<SendResult> {
    const headers = {
      'user-agent': 'millrace',
      'x-millrace-event': event,
      'x-millrace-delivery': String(id),
      ...signatureHeaders(target.secret, body, sentSec),
    };
    try {
      const url = new URL(target.url);
      return judge(await postJson(url, body, { ...limits, headers, closed: this.closed }), target);
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      const result = failure(`The channel ${error.message}`);
      return error.isRefusal ? result : { ...result, retryAfterSec: retrySec };
    }
  }
}

/** The signature covers the time, so that a recorded message cannot be sent again later. */
function signatureHeaders(secret: string, body: string, sentSec: number): Record<string, string> {
  if (secret === '') return {};
  const signature = createHmac('sha256', secret).update(`${sentSec}.${body}`).digest('hex');
  return {
    'x-millrace-timestamp': String(sentSec),
    'x-millrace-signature-256': `sha256=${signature}`,
  };
}

function judge({ status, text, retryAfterSec = retrySec }: PostResponse, target: Target) {
  const changes = { responseStatus: status, response: hide(text, target), error: '' };
  if (status >= 200 && status < 300) return { changes };
  const failed = { changes: { ...changes, error: `The channel responded with ${status}` } };
  const isTemporary = status >= 500 || temporaryStatuses.has(status);
  if (!isTemporary) return failed;
  return { ...failed, retryAfterSec: Math.min(retryAfterSec, maxRetryAfterSec) };
}

/** A response may repeat parts of its request. Databases cannot store the character NUL. */
function hide(text: string, { url, secret }: Target): string {
  const { pathname, search } = new URL(url);
  const secrets = [url, `${pathname}${search}`, pathname, secret].filter((part) => part.length > 1);
  return secrets.reduce((shown, part) => shown.replaceAll(part, '***'), text).replaceAll('\0', '');
}
