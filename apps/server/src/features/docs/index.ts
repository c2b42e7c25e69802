import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { CreateFeature } from '../../feature.ts';

const site = fileURLToPath(new URL('../../../../docs/dist', import.meta.url));
const startPage = join(site, 'index.html');
const prefix = '/docs/';

/** URL of the documentation on this server; undefined if it is not built. */
export const docsUrl = existsSync(startPage) ? prefix : undefined;

/**
 * The documentation of this version: each page as HTML and as Markdown. Other paths below it are pages of the
 * interface, because an account may be called `docs`.
 */
export const docs: CreateFeature = () => ({
  pageLinks: docsUrl ? { documentation: docsUrl } : {},
  addRoutes: async ({ app }) => {
    if (!docsUrl) return;
    const start = readFileSync(startPage, 'utf8');
    // Matches with and without a slash, which the static files below do not. Links of the page need the slash.
    app.get('/docs', (request, reply) => {
      if (!/^[^?]*\/(\?|$)/.test(request.url)) return reply.redirect(prefix, 303);
      return reply.type('text/html; charset=utf-8').send(start);
    });
    await app.register(fastifyStatic, {
      root: site,
      prefix,
      extensions: ['html'],
      decorateReply: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('cache-control', 'no-cache');
        if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8');
      },
    });
  },
});
