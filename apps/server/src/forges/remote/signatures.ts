import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../../shared/same-text.ts';

/**
 * Names a delivery by what its signature covers. Headers are not signed, so a replay can have any id in them.
 * Only for forges that put times of the event into the body: two events never have the same body there.
 */
export function nameByContent(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Whether a hexadecimal HMAC-SHA256 of the body, after a prefix, is the one of this secret. */
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
