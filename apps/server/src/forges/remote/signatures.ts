import { createHmac } from 'node:crypto';
import { isSameText } from '../../shared/same-text.ts';

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
