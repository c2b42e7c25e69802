import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns a page of a list, with headers for the next page. The length of very long lists is omitted. */
export function pageOf(list: unknown[], request: FastifyRequest, reply: FastifyReply, url: string) {
  const { per_page = '20', page = '1' } = request.query as Record<string, string>;
  const size = Math.min(Number(per_page), 100);
  const [number, last] = [Number(page), Math.max(1, Math.ceil(list.length / size))];
  const isCounted = list.length <= 10_000;
  const links = Object.entries({
    ...(number > 1 ? { prev: number - 1 } : {}),
    ...(number < last ? { next: number + 1 } : {}),
    first: 1,
    ...(isCounted ? { last } : {}),
  }).map(([relation, target]) => {
    const address = new URL(request.url, url);
    address.searchParams.set('page', String(target));
    return `<${address}>; rel="${relation}"`;
  });
  reply.headers({
    link: links.join(', '),
    'x-page': number,
    'x-per-page': size,
    'x-next-page': number < last ? number + 1 : '',
    'x-prev-page': number > 1 ? number - 1 : '',
    ...(isCounted ? { 'x-total': list.length, 'x-total-pages': last } : {}),
  });
  return list.slice((number - 1) * size, number * size);
}
