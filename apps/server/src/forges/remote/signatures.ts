import { createHmac, timingSafeEqual } from 'node:crypto';

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

/** Takes as long wherever they differ. */
export function isSameText(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false;
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
