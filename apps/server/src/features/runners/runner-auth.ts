import { createHash, timingSafeEqual } from 'node:crypto';
import type { RunnerCaller } from '@millrace/build-host/runner-calls/runner-call';
import { runnerWithCredential } from '@millrace/build-rules';
import { badRequest, forbidden, unauthorized } from '@millrace/contract/api-errors';
import { isRunnerId, runnerHeader, secretHeader } from '@millrace/contract/runner';
import type { FastifyRequest } from 'fastify';
import { scopeOf } from './credentials/credential.ts';
import { hashOf, isCredential } from './credentials/credential-secrets.ts';
import type { CredentialStore } from './credentials/credential-store.ts';

interface Deps {
  credentials: Pick<CredentialStore, 'findByHash'>;
  /** Undefined if no remote runners share a secret. */
  secret: string | undefined;
  /** Whether remote runners may call with the shared secret. */
  acceptsSecret: boolean;
}

/** Identifies the callers of the runner API by a credential of their own, or by the shared secret. */
export class RunnerAuth {
  private readonly deps: Deps;
  private readonly callers = new WeakMap<FastifyRequest, RunnerCaller>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Sessions and personal tokens are not accepted here. */
  async admit(request: FastifyRequest): Promise<RunnerCaller> {
    const given = request.headers[secretHeader];
    const caller =
      typeof given === 'string' && isCredential(given)
        ? await this.findRunner(request, given)
        : this.checkSecret(request, given);
    this.callers.set(request, caller);
    return caller;
  }

  /** Returns the caller of an admitted request. */
  callerOf(request: FastifyRequest): RunnerCaller {
    const caller = this.callers.get(request);
    if (!caller) throw unauthorized();
    return caller;
  }

  private async findRunner(request: FastifyRequest, given: string): Promise<RunnerCaller> {
    const found = await this.deps.credentials.findByHash(hashOf(given));
    if (!found || found.revoked > 0) throw unauthorized();
    const runner = runnerWithCredential(found.id, readProcess(request));
    const { id, name } = found;
    return { runner, address: request.ip, credential: { id, name, scope: scopeOf(found) } };
  }

  private checkSecret(request: FastifyRequest, given: unknown): RunnerCaller {
    const { secret, acceptsSecret } = this.deps;
    if (!secret) {
      throw forbidden(
        'This server accepts only runners with a credential: MILLRACE_RPC_SECRET is not set',
      );
    }
    if (typeof given !== 'string' || !isSame(given, secret)) throw unauthorized();
    if (!acceptsSecret) {
      throw forbidden(
        'This server accepts only runners with a credential: MILLRACE_RPC_SECRET_RUNNERS is refuse',
      );
    }
    return { runner: readProcess(request), address: request.ip };
  }
}

function readProcess(request: FastifyRequest): string {
  const process = request.headers[runnerHeader] ?? '';
  if (typeof process !== 'string' || (process !== '' && !isRunnerId(process))) {
    throw badRequest(`Invalid ${runnerHeader}`);
  }
  return process;
}

/** Compares in constant time, so that response times reveal nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
