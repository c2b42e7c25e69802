import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type PageConfig, pageConfigId } from '@millrace/contract/api';
import type { FastifyInstance, FastifyReply } from 'fastify';

const placeholder = '<!--millrace-config-->';

/** Serves the built interface; its page is told about this server. */
export class WebFiles {
  private readonly page: string;
  private readonly dir: string;

  private constructor(dir: string, page: string) {
    this.dir = dir;
    this.page = page;
  }

  /** Null when the interface has not been built. */
  static async load(dir: string, config: PageConfig): Promise<WebFiles | null> {
    const index = join(dir, 'index.html');
    if (!existsSync(index)) return null;
    const json = JSON.stringify(config).replaceAll('<', '\\u003c');
    const block = `<script type="application/json" id="${pageConfigId}">${json}</script>`;
    return new WebFiles(dir, (await readFile(index, 'utf8')).replace(placeholder, block));
  }

  register(app: FastifyInstance): void {
    app.register(fastifyStatic, {
      root: this.dir,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        // What is not hashed carries a number in its name.
        const isHashed = path.includes('/static/');
        response.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }

  sendPage(reply: FastifyReply): FastifyReply {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(this.page);
  }
}
