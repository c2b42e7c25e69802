import type { VaultSettings } from '@millrace/build-host/settings/external-secret-settings';
import { ServiceError } from '@millrace/contract/api-errors';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import { NoResponseError, sendLimited } from '../../shared/limited-request.ts';

const maxResponseBytes = 4_000_000;

/** Vault failed, or rejected a request. */
export class VaultError extends ServiceError {
  /** Status of its response; 0 if there is none. */
  readonly answered: number;

  constructor(message: string, answered: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultError';
    this.answered = answered;
  }
}

interface VaultRequest {
  token?: string | undefined;
  body?: object;
}

const errorAnswer = z.object({ errors: z.array(z.string()) });

/** Makes calls of Vault's HTTP API. */
export class VaultClient {
  private readonly settings: Pick<VaultSettings, 'url' | 'namespace' | 'ca' | 'timeoutMs'>;

  constructor(settings: VaultClient['settings']) {
    this.settings = settings;
  }

  /**
   * Returns the answer; undefined if Vault has nothing at the path.
   *
   * @throws VaultError if Vault is unavailable, or rejects the request
   */
  async call<Answer>(
    path: string,
    schema: z.ZodMiniType<Answer>,
    { token, body }: VaultRequest,
  ): Promise<Answer | undefined> {
    const { url, namespace, ca, timeoutMs } = this.settings;
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    const response = await sendLimited(`${url}/v1/${encoded}`, {
      headers: {
        'x-vault-request': 'true',
        ...(token ? { 'x-vault-token': token } : {}),
        ...(namespace ? { 'x-vault-namespace': namespace } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      ca,
      timeoutMs,
      maxBytes: maxResponseBytes,
    }).catch((error: unknown) => {
      if (!(error instanceof NoResponseError)) throw error;
      throw new VaultError(`Vault failed: ${error.message}`, 0, { cause: error });
    });
    const { status } = response;
    const text = response.body.toString();
    if (status === 404) return undefined;
    if (status !== 200) {
      const reason = parseJson(errorAnswer, text)?.errors.join('; ').slice(0, 300);
      throw new VaultError(`Vault answered ${status}${reason ? `: ${reason}` : ''}`, status);
    }
    const answer = parseJson(schema, text);
    if (answer !== undefined) return answer;
    throw new VaultError(`Vault failed: its answer for ${path} is not as expected`, status);
  }
}
