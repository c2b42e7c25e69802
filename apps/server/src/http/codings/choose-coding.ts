import type { Coding } from './coding.ts';
import { gzip } from './gzip.ts';
import { identity } from './identity.ts';
import { zstd } from './zstd.ts';

/** gzip first, because its compressed parts can be cached. */
const preferred = [gzip, zstd];

/**
 * Returns the best coding that the header `Accept-Encoding` accepts. `@fastify/accept-negotiator` does not fit: it
 * reads `*, gzip;q=0` as gzip, and the client's weights would override our order.
 */
export function chooseCoding(accepted = ''): Coding {
  const weights = new Map(accepted.toLowerCase().split(',').map(readWeight));
  const weightOf = ({ name }: Coding) => weights.get(name ?? '') ?? weights.get('*') ?? 0;
  return preferred.find((coding) => weightOf(coding) > 0) ?? identity;
}

function readWeight(range: string): [name: string, weight: number] {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight)];
}
