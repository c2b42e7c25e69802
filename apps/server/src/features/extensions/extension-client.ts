import { matchGlob } from '@millrace/contract/pipeline';
import { errorMessage } from '@millrace/node-kit/error-message';
import { z } from 'zod/mini';
import type { ExtensionEndpoint, ExtensionSettings } from '../../config/extension-settings.ts';
import {
  type LimitedResponse,
  NoResponseError,
  sendLimited,
} from '../../shared/limited-request.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { canEncrypt, decryptAnswer } from './decrypt-answer.ts';
import { ExtensionError, type ExtensionKind, nameExtension } from './extension-error.ts';
import { signHeaders } from './http-signature.ts';

interface Options {
  kind: ExtensionKind;
  /** Media type of the protocol, with its version. */
  accept: string;
  settings: ExtensionSettings;
  maxBytes: number;
  /** Whether the extension may encrypt its answers, if the shared secret is long enough. */
  mayEncrypt?: boolean;
}

const errorObject = z.object({ message: z.string() });
/** Maximum length of a text of an extension in a message. */
const maxReasonLength = 300;

/** Calls the extensions of one kind. Every request is signed with the shared secret. */
export class ExtensionClient {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  get endpoints(): readonly ExtensionEndpoint[] {
    return this.options.settings.endpoints;
  }

  /** Lists the extensions to ask about a repository, in order. */
  endpointsFor(slug: string): readonly ExtensionEndpoint[] {
    return this.endpoints.filter(({ repos }) => repos === undefined || matchGlob(repos, slug));
  }

  /**
   * Asks one extension. Returns undefined if it answers without content.
   *
   * @throws ExtensionError if it fails, or answers with an error
   */
  async ask<Answer>(
    { url }: Pick<ExtensionEndpoint, 'url'>,
    message: unknown,
    schema: z.ZodMiniType<Answer>,
  ): Promise<Answer | undefined> {
    const response = await this.send(url, message);
    const { status } = response;
    if (status === 204) return undefined;
    if (status < 200 || status > 299) throw this.rejection(url, response);
    const answer = schema.safeParse(parseJson(z.unknown(), this.decode(url, response)));
    if (answer.success) return answer.data;
    const [issue] = answer.error.issues;
    const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
    throw this.failure(url, `its answer is not as expected${place}: ${issue?.message}`);
  }

  /**
   * Sends a message, and returns the response with any status.
   *
   * @throws ExtensionError if there is none
   */
  async send(
    url: string,
    message: unknown,
    more: Record<string, string> = {},
  ): Promise<LimitedResponse> {
    const { accept, settings, maxBytes, mayEncrypt } = this.options;
    const body = JSON.stringify(message);
    const encoding = mayEncrypt && canEncrypt(settings.secret) ? 'aesgcm' : 'identity';
    const headers = {
      accept,
      'accept-encoding': encoding,
      'content-type': 'application/json',
    };
    const signed = signHeaders(headers, body, settings.secret, new Date());
    try {
      return await sendLimited(url, {
        method: 'POST',
        headers: { ...signed, ...more },
        ...{ body, maxBytes, timeoutMs: settings.timeoutMs },
      });
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      throw this.failure(url, error.message);
    }
  }

  /** Returns the error for an extension that failed. */
  failure(url: string, reason: string): ExtensionError {
    return new ExtensionError(`The ${this.nameOf(url)} failed: ${reason}`);
  }

  /** Returns the error for an extension that answered with an error. */
  rejection(url: string, response: LimitedResponse): ExtensionError {
    const message = `The ${this.nameOf(url)} failed: ${describeAnswer(response)}`;
    const reason = readReason(response.body.toString());
    return new ExtensionError(message, { status: response.status, reason });
  }

  /** Returns how messages name an extension. */
  nameOf(url: string): string {
    return nameExtension(this.options.kind, url);
  }

  private decode(url: string, { headers, body }: LimitedResponse): string {
    if (headers['content-encoding'] !== 'aesgcm') return body.toString();
    try {
      return decryptAnswer(body, this.options.settings.secret);
    } catch (error) {
      throw this.failure(url, `its answer cannot be decrypted: ${errorMessage(error)}`);
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
