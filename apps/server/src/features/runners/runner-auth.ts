import { createHash, timingSafeEqual } from 'node:crypto';
import type { RunnerCaller } from '@millrace/build-host/runner-calls/runner-call';
import { badRequest, forbidden, unauthorized } from '@millrace/contract/api-errors';
import { isRunnerId, runnerHeader, secretHeader } from '@millrace/contract/runner';
import type { FastifyRequest } from 'fastify';

/** Requires the shared secret. Sessions and personal tokens are not accepted here. */
export function requireSecret(request: FastifyRequest, secret: string | undefined): void {
  if (!secret)
    throw forbidden('This server accepts no remote runners: MILLRACE_RPC_SECRET is not set');
  const given = request.headers[secretHeader];
  if (typeof given !== 'string' || !isSame(given, secret)) throw unauthorized();
}

export function readCaller(request: FastifyRequest): RunnerCaller {
  const runner = request.headers[runnerHeader] ?? '';
  if (typeof runner !== 'string' || (runner !== '' && !isRunnerId(runner))) {
    throw badRequest(`Invalid ${runnerHeader}`);
  }
  return { runner, address: request.ip };
}

/** Compares in constant time, so that response times reveal nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
