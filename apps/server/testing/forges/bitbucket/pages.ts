import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './refusal.ts';

/** Returns a page of a list, with the URL of the next one. */
export function pageOf(list: unknown[], request: FastifyRequest, _: FastifyReply, url: string) {
  const { pagelen = '10', page = '1' } = request.query as Record<string, string>;
  const [size, number] = [Number(pagelen), Number(page)];
  if (!(size >= 1 && size <= 100)) throw refusal(400, 'Invalid pagelen');
  const next = new URL(request.url, url);
  next.searchParams.set('page', String(number + 1));
  return {
    values: list.slice((number - 1) * size, number * size),
    page: number,
    pagelen: size,
    size: list.length,
    ...(number * size < list.length ? { next: next.href } : {}),
  };
}
