import type { ExtensionEndpoint } from '@millrace/build-host/settings/extension-settings';
import { errorMessage } from '@millrace/node-kit/error-message';
import { parseJson } from '@millrace/node-kit/parse-json';
import { matchGlob } from '@millrace/pipeline';
import { z } from 'zod/mini';
import {
  type LimitedResponse,
  NoResponseError,
  sendLimited,
} from '../../shared/limited-request.ts';
import { canEncrypt, decryptAnswer } from './decrypt-answer.ts';
import { ExtensionError, type ExtensionKind, nameExtension } from './extension-error.ts';
import { signHeaders } from './http-signature.ts';

interface Options {
  kind: ExtensionKind;
  endpoint: ExtensionEndpoint;
  /** Media type of the protocol, with its version. */
  accept: string;
  /** Time limit of one request. */
  timeoutMs: number;
  /** Maximum size of an answer. */
  maxBytes: number;
  /** Whether the extension may encrypt its answers, if the shared secret is long enough. */
  mayEncrypt: boolean;
}

const errorObject = z.object({ message: z.string() });
/** Maximum length of a text of an extension in a message. */
const maxReasonLength = 300;

/** An extension at one address. Every request is signed with the secret that the server shares with it. */
export class Extension {
  /** How messages name it. */
  readonly name: string;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    this.name = nameExtension(options.kind, options.endpoint.url);
  }

  get url(): string {
    return this.options.endpoint.url;
  }

  /** Undefined if it is asked about all repositories. */
  get repos(): string | undefined {
    return this.options.endpoint.repos;
  }

  isFor(slug: string): boolean {
    return this.repos === undefined || matchGlob(this.repos, slug);
  }

  /**
   * Asks the extension. Returns undefined if it answers without content.
   *
   * @throws ExtensionError if it fails, or answers with an error
   */
  async ask<Answer>(message: unknown, schema: z.ZodMiniType<Answer>): Promise<Answer | undefined> {
    const response = await this.send(message);
    const { status } = response;
    if (status === 204) return undefined;
    if (status < 200 || status > 299) throw this.rejection(response);
    const answer = schema.safeParse(parseJson(z.unknown(), this.decode(response)));
    if (answer.success) return answer.data;
    const [issue] = answer.error.issues;
    const location = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
    throw this.failure(`its answer is not as expected${location}: ${issue?.message}`);
  }

  /**
   * Sends a message, and returns the response with any status.
   *
   * @throws ExtensionError if there is none
   */
  async send(message: unknown, more: Record<string, string> = {}): Promise<LimitedResponse> {
    const { endpoint, accept, maxBytes, timeoutMs, mayEncrypt } = this.options;
    const { url, secret } = endpoint;
    const body = JSON.stringify(message);
    const encoding = mayEncrypt && canEncrypt(secret) ? 'aesgcm' : 'identity';
    const headers = {
      accept,
      'accept-encoding': encoding,
      'content-type': 'application/json',
    };
    const signed = signHeaders(headers, body, secret, new Date());
    try {
      return await sendLimited(url, {
        method: 'POST',
        headers: { ...signed, ...more },
        body,
        maxBytes,
        timeoutMs,
      });
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      throw this.failure(error.message);
    }
  }

  /** Returns the error if the extension failed. */
  failure(reason: string): ExtensionError {
    return new ExtensionError(`The ${this.name} failed: ${reason}`);
  }

  /** Returns the error if the extension answered with an error. */
  rejection(response: LimitedResponse): ExtensionError {
    const message = `The ${this.name} failed: ${describeAnswer(response)}`;
    const reason = readReason(response.body.toString());
    return new ExtensionError(message, { status: response.status, reason });
  }

  private decode({ headers, body }: LimitedResponse): string {
    if (headers['content-encoding'] !== 'aesgcm') return body.toString();
    try {
      return decryptAnswer(body, this.options.endpoint.secret);
    } catch (error) {
      throw this.failure(`its answer cannot be decrypted: ${errorMessage(error)}`);
    }
  }
}

/** Describes an error of an extension: its status, and the text that it gives, on one line. */
function describeAnswer({ status, body }: LimitedResponse): string {
  if (status >= 300 && status < 400) {
    return `it answered ${status}, and redirects are not followed`;
  }
  const reason = readReason(body.toString());
  return reason ? `it answered ${status}: ${reason}` : `it answered ${status}`;
}

/** Returns the text of an error: the message of a JSON object, or the body. */
function readReason(text: string): string {
  const message = parseJson(errorObject, text)?.message ?? text;
  return message.replace(/\s+/g, ' ').trim().slice(0, maxReasonLength);
}
