import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../../shared/same-text.ts';

/**
 * Derives the id of a delivery from its signed content. Headers are not signed, so a replay can have any id
 * in them. Suitable only for forges with event times in the body, where two events never have the same body.
 */
export function nameByContent(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Checks a hexadecimal HMAC-SHA256 of the body after a prefix, in constant time. */
export function isSignedWith(
  secret: string,
  body: string,
  signature: unknown,
  prefix = '',
): boolean {
  if (typeof signature !== 'string' || !signature.startsWith(prefix)) return false;
  const right = createHmac('sha256', secret).update(body).digest('hex');
  return isSameText(signature.slice(prefix.length), right);
}
