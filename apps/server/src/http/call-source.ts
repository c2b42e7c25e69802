import type { FastifyRequest } from 'fastify';

/** From where a browser says that a call comes; `unknown` for what is no browser, or an old one. */
export type CallSource = 'own' | 'foreign' | 'unknown';

/**
 * Tells calls of this server's pages from those that another site caused. Browsers set these headers,
 * and no page can change them; a typed address counts as ours.
 *
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
