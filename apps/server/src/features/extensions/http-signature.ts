import { createHash, createHmac } from 'node:crypto';

/** Identifies the shared secret; existing servers use this name. */
const keyId = 'hmac-key';

/**
 * Returns the headers of a signed request: those given, the date and the digest of the body, and a signature
 * of them all (HTTP Signatures, draft 10, with HMAC-SHA256). As on existing servers, method and path are not
 * signed, because reverse proxies change paths.
 */
export function signHeaders(
  headers: Readonly<Record<string, string>>,
  body: string,
  secret: string,
  now: Date,
): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('base64');
  const signed = { ...headers, date: now.toUTCString(), digest: `SHA-256=${digest}` };
  const text = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const fields = {
    keyId,
    algorithm: 'hmac-sha256',
    headers: Object.keys(signed).join(' '),
    signature: createHmac('sha256', secret).update(text).digest('base64'),
  };
  const signature = Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
  return { ...signed, signature };
}
