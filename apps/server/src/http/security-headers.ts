import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentSecurityPolicy } from '@millrace/contract/content-security-policy';
import helmet from 'helmet';

const strictTransportSec = 30 * 24 * 3600;

/**
 * Returns the headers of every answer. They never change, so the library computes them once, not for each answer.
 *
 * @param strictTransport Whether browsers use only HTTPS for this host. Behind a proxy it is left to the proxy: the
 * server cannot tell whether its public address uses TLS.
 */
export function securityHeaders(strictTransport: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    // With `no-referrer`, browsers send `Origin: null` with the forms of our own pages.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: strictTransport
      ? { maxAge: strictTransportSec, includeSubDomains: false }
      : false,
  });
  setHeaders({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return {
    ...headers,
    'content-security-policy': contentSecurityPolicy,
    // Default: nothing is cached. Answers that may be cached set their own header.
    'cache-control': 'no-store',
  };
}
