import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Set by proxies that have removed this path from the URL, as Traefik does. */
const prefixHeader = 'x-forwarded-prefix';

/**
 * Returns the URL of a request without the base path, which a proxy may have removed before. The header tells the two
 * apart if the first segment after the base path has the same name.
 *
 * @param basePath as in `/ci`
 */
export function removeBasePath(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  basePath: string,
): string {
  const isRemoved = headers[prefixHeader] === basePath;
  if (isRemoved || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** Adds the base path to redirects to paths of this server, by either header. */
export function redirectBelow(app: FastifyInstance, basePath: string): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/')) {
      reply.header('location', basePath + location);
    }
    const refresh = reply.getHeader('refresh');
    if (typeof refresh === 'string') {
      reply.header('refresh', refresh.replace('; url=/', `; url=${basePath}/`));
    }
    done(null, payload);
  });
}
