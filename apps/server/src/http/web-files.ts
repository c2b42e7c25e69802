import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type PageConfig, pageConfigId } from '@millrace/contract/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const placeholder = '<!--millrace-config-->';

interface Deps {
  config: PageConfig;
  /** Returns the id of the account that is signed in. */
  findAccount: (request: FastifyRequest) => Promise<number | undefined>;
  /** Reads further facts that may differ each time. */
  readFacts: () => Promise<Partial<PageConfig>[]>;
}

/** Serves the web interface. Its page contains facts about the server, and whether the viewer is a guest. */
export class WebFiles {
  private readonly dir: string;
  private readonly page: string;
  private readonly config: PageConfig;
  private readonly findAccount: Deps['findAccount'];
  private readonly readFacts: Deps['readFacts'];

  private constructor(dir: string, page: string, deps: Deps) {
    this.dir = dir;
    this.page = page;
    this.config = deps.config;
    this.findAccount = deps.findAccount;
    this.readFacts = deps.readFacts;
  }

  /** Returns null if the interface has not been built. */
  static async load(dir: string, deps: Deps): Promise<WebFiles | null> {
    const index = join(dir, 'index.html');
    if (!existsSync(index)) return null;
    const { basePath = '' } = deps.config;
    const page = await readFile(index, 'utf8');
    return new WebFiles(dir, page.replaceAll('="/static/', `="${basePath}/static/`), deps);
  }

  register(app: FastifyInstance): void {
    app.register(fastifyStatic, {
      root: join(this.dir, 'static'),
      prefix: '/static/',
      index: false,
      preCompressed: true,
      // Files have a hash or a number in their name, so their content never changes.
      immutable: true,
      maxAge: '365d',
    });
  }

  async sendPage(reply: FastifyReply): Promise<FastifyReply> {
    const account = await this.findAccount(reply.request);
    const config: PageConfig = Object.assign(
      { ...this.config, session: account !== undefined, account },
      ...(await this.readFacts()),
    );
    const json = JSON.stringify(config).replaceAll('<', '\\u003c');
    const block = `<script type="application/json" id="${pageConfigId}">${json}</script>`;
    return (
      reply
        .type('text/html; charset=utf-8')
        // The page contains whether its viewer is signed in.
        .header('cache-control', 'private, no-cache')
        .send(this.page.replace(placeholder, () => block))
    );
  }
}
