import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from './known-tag.ts';

/** Sends content that caches may store but must revalidate. Answers 304 if the client has it. */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: string,
  keeper: 'anyone' | 'reader',
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply
    .header('cache-control', keeper === 'reader' ? 'private, no-cache' : 'no-cache')
    .header('etag', etag)
    // The answer depends on the caller.
    .header('vary', 'authorization, cookie');
  const isKnown = hasTag(request.headers['if-none-match'], etag);
  return isKnown ? reply.code(304).send() : reply.type(type).send(body);
}
