import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { slugOf } from '../fake/world.ts';
import { accountCalls } from './account-calls.ts';
import { serveApi } from './api-server.ts';
import { contentCalls } from './content-calls.ts';
import { GithubDeliveries } from './deliveries.ts';
import { fileCalls } from './file-calls.ts';
import { hookCalls } from './hook-calls.ts';
import { PublishedApi } from './published-api.ts';
import { reportCalls } from './report-calls.ts';
import { Shapes } from './shapes.ts';
import { SignInPages } from './sign-in-pages.ts';
import { GithubWorld } from './world.ts';

/** HTTP server that behaves like GitHub Enterprise Server and calls webhooks. */
export class FakeGithub {
  url = '';
  readonly world = new GithubWorld();
  readonly pages = new SignInPages(this.world);
  readonly published = new PublishedApi();
  readonly shapes = new Shapes(this);
  readonly deliveries = new GithubDeliveries(this);
  readonly faults: string[] = [];
  readonly requests: string[] = [];
  bytes = 0;
  latencyMs = 0;
  /** Whether it is unavailable. */
  isAway = false;
  interrupt: (call: string) => void = () => {};
  private readonly app = fastify({
    // The calls of a repository also accept its id instead of its name.
    rewriteUrl: ({ url = '' }) =>
      url.replace(/^(\/api\/v3)\/repositories\/(\d+)/, (path, prefix, id) => {
        const found = this.world.repositories.find((known) => known.id === Number(id));
        return found ? `${prefix}/repos/${slugOf(found)}` : path;
      }),
  });

  private constructor() {
    this.app.addHook('onRequest', async (request, reply) => {
      if (!this.isAway) return;
      reply.hijack();
      request.raw.destroy();
    });
    this.app.register(formbody);
    this.pages.register(this.app);
    this.app.register(
      async (scope) =>
        serveApi(scope, this, {
          ...accountCalls(this),
          ...contentCalls(this),
          ...fileCalls(this),
          ...hookCalls(this),
          ...reportCalls(this),
        }),
      { prefix: '/api/v3' },
    );
  }

  static async start(): Promise<FakeGithub> {
    const github = new FakeGithub();
    github.url = await github.app.listen({ host: '127.0.0.1', port: 0 });
    return github;
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}
