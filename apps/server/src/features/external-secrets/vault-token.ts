import { readFile } from 'node:fs/promises';
import type { VaultAuth } from '@millrace/build-host/settings/external-secret-settings';
import { ServiceError } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { z } from 'zod/mini';
import { type VaultClient, VaultError } from './vault-client.ts';

const signedIn = z.object({
  auth: z.object({
    client_token: z.string(),
    lease_duration: z.number(),
    renewable: z.boolean(),
  }),
});
const lookedUp = z.object({ data: z.object({ ttl: z.number(), renewable: z.boolean() }) });

/** A valid token. */
interface ValidToken {
  token: string;
  isRenewable: boolean;
  /** Time of the next renewal, in milliseconds; undefined for a token that does not expire. */
  renewAtMs: number | undefined;
}

/** A token is renewed after this part of its life. */
const renewAfter = 2 / 3;
const minRenewalMs = 1000;
const minLifeSec = 5;
/** Pause after a failure. */
const retryMs = 10_000;
const maxCheckMs = 60_000;

interface Deps {
  client: Pick<VaultClient, 'call'>;
  auth: VaultAuth;
  clock: Clock;
  logger: Logger;
}

/** The token with which this server reads from Vault. It is renewed before it expires. */
export class VaultToken {
  private readonly deps: Deps;
  private current: Promise<ValidToken> | undefined;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Renews the token in the background. An outage of Vault is logged, and retried. */
  start(): void {
    this.running = this.renewUntilStopped();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  /** @throws ServiceError if Vault does not accept the server */
  async get(): Promise<string> {
    return (await this.takeCurrent()).token;
  }

  /**
   * Called if Vault rejects a request with this token. Returns true if the token itself is no longer valid, and
   * another one can be used.
   */
  async replaceRejected(token: string): Promise<boolean> {
    const { client, auth } = this.deps;
    if (auth.method === 'token') return false;
    const isValid = await client
      .call('auth/token/lookup-self', lookedUp, { token })
      .catch((error: unknown) => {
        if (error instanceof VaultError && error.answered === 403) return undefined;
        throw error;
      });
    if (isValid) return false;
    if ((await this.current?.catch(() => undefined))?.token === token) this.current = undefined;
    return true;
  }

  /** Concurrent calls share one sign-in. */
  private takeCurrent(): Promise<ValidToken> {
    this.current ??= this.signIn().catch((error: unknown) => {
      this.current = undefined;
      // Not a `VaultError`: that Vault rejects the server says nothing about a secret.
      throw error instanceof VaultError ? new ServiceError(error.message, { cause: error }) : error;
    });
    return this.current;
  }

  private async renewUntilStopped(): Promise<void> {
    const { clock, logger } = this.deps;
    const { signal } = this.stopped;
    while (!signal.aborted) {
      let waitMs = retryMs;
      try {
        const current = await this.takeCurrent();
        const { renewAtMs = Number.POSITIVE_INFINITY } = current;
        const remainingMs = renewAtMs - clock.nowMs();
        if (remainingMs <= 0) await this.renew(current);
        waitMs = Math.min(Math.max(remainingMs, minRenewalMs), maxCheckMs);
      } catch (error) {
        logger.warn({ err: error }, 'The token of Vault could not be renewed');
      }
      await clock.wait(waitMs, signal);
    }
  }

  /** Renews a token. If it cannot live longer, the server signs in again. */
  private async renew({ token, isRenewable }: ValidToken): Promise<void> {
    const answer = isRenewable ? await this.renewSelf(token) : undefined;
    this.current = answer && Promise.resolve(this.toValidToken(answer.auth));
    await this.takeCurrent();
  }

  /** Returns undefined if a new token is needed. A token near the end of its maximum life is renewed for seconds. */
  private async renewSelf(token: string): Promise<z.output<typeof signedIn> | undefined> {
    const { client, auth } = this.deps;
    try {
      const body = {};
      const answer = await client.call('auth/token/renew-self', signedIn, { token, body });
      const livesOn = (answer?.auth.lease_duration ?? 0) >= minLifeSec;
      return livesOn || auth.method === 'token' ? answer : undefined;
    } catch (error) {
      const isRejected = error instanceof VaultError && [400, 403].includes(error.answered);
      if (isRejected && auth.method !== 'token') return undefined;
      throw error;
    }
  }

  private async signIn(): Promise<ValidToken> {
    const { client, auth } = this.deps;
    if (auth.method === 'token') {
      const { token } = auth;
      const found = await client.call('auth/token/lookup-self', lookedUp, { token });
      if (!found) throw new ServiceError('Vault does not know the token of this server');
      const { ttl, renewable } = found.data;
      return this.toValidToken({ client_token: token, lease_duration: ttl, renewable });
    }
    const path = `auth/${auth.mount}/login`;
    const answer = await client.call(path, signedIn, { body: await readCredentials(auth) });
    if (answer) return this.toValidToken(answer.auth);
    throw new ServiceError(`Vault has no auth method at ${auth.mount}`);
  }

  private toValidToken(answer: z.output<typeof signedIn>['auth']): ValidToken {
    const lifeMs = answer.lease_duration * 1000;
    return {
      token: answer.client_token,
      isRenewable: answer.renewable,
      renewAtMs: lifeMs ? this.deps.clock.nowMs() + lifeMs * renewAfter : undefined,
    };
  }
}

async function readCredentials(auth: Exclude<VaultAuth, { method: 'token' }>): Promise<object> {
  if (auth.method === 'approle') return { role_id: auth.roleId, secret_id: auth.secretId };
  try {
    // Kubernetes replaces the token in the file before it expires.
    return { role: auth.role, jwt: (await readFile(auth.tokenFile, 'utf8')).trim() };
  } catch (error) {
    throw new ServiceError(`The token for Vault cannot be read: ${error}`, { cause: error });
  }
}
