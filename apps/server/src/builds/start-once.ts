import { createHash } from 'node:crypto';
import type { Build } from '@millrace/build-rules';
import { badRequest } from '@millrace/contract/api-errors';
import { idempotencyKeyHeader, maxIdempotencyKeyLength } from '@millrace/contract/idempotency-key';
import type { FastifyRequest } from 'fastify';
import type { Repo } from '../domain/repo.ts';
import type { User } from '../domain/user.ts';
import type { BuildStore } from './build-store.ts';

/**
 * Starts a build. If the caller repeats the request with its idempotency key, for example because the answer was lost,
 * returns the build of the first request.
 *
 * @param start stores its parameter in the build, as `delivery`
 */
export async function startOnce(
  builds: Pick<BuildStore, 'findByDelivery'>,
  repo: Pick<Repo, 'id'>,
  call: { request: FastifyRequest; person: Pick<User, 'login'> },
  start: (delivery: { delivery?: string }) => Promise<Build | null>,
): Promise<Build | null> {
  const delivery = readDelivery(call.request, call.person);
  if (delivery === undefined) return start({});
  try {
    return await start({ delivery });
  } catch (error) {
    // Two requests at the same time: the database accepts only one build with this delivery.
    const made = await builds.findByDelivery(repo.id, delivery);
    if (made) return made;
    throw error;
  }
}

/** Keys belong to an account and a request, so that nobody gets the build of another request by its key. */
function readDelivery(request: FastifyRequest, { login }: Pick<User, 'login'>): string | undefined {
  const key = request.headers[idempotencyKeyHeader];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > maxIdempotencyKeyLength) {
    throw badRequest(`Idempotency-Key must have 1 to ${maxIdempotencyKeyLength} characters`);
  }
  const parts = JSON.stringify([login, request.method, request.url, key]);
  return `request ${createHash('sha256').update(parts).digest('hex')}`;
}
