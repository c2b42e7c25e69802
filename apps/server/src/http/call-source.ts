import type { FastifyRequest } from 'fastify';

/** Origin of a call according to the browser; `unknown` for other clients and old browsers. */
export type CallSource = 'own' | 'foreign' | 'unknown';

/**
 * Distinguishes calls of this server's pages from calls that other sites cause. Browsers set these headers
 * and pages cannot change them. A typed address counts as own.
 * @param publicUrl the address that people use
 */
export function callSource(request: FastifyRequest, publicUrl: string): CallSource {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  const from = origin ?? (URL.canParse(referer ?? '') ? new URL(referer ?? '').origin : undefined);
  if (from === undefined) return 'unknown';
  const ours = [new URL(publicUrl).origin, `${request.protocol}://${request.host}`];
  return ours.includes(from) ? 'own' : 'foreign';
}
