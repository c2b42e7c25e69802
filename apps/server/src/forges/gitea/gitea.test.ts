import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserVisit, fieldsOf } from '../../testing/browser-visit.ts';
import { Gitea, giteaPassword, giteaProgram } from '../../testing/gitea.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe.skipIf(!giteaProgram)('gitea', () => {
  let gitea: Gitea;
  let server: TestServer;
  beforeAll(async () => {
    gitea = await Gitea.start();
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const port = (probe.address() as { port: number }).port;
    probe.close();
    const url = `http://127.0.0.1:${port}`;
    const app = await gitea.addApplication(url);
    await gitea.addUser('ada');
    server = await startTestServer({
      env: {
        MILLRACE_URL: url,
        MILLRACE_PORT: String(port),
        MILLRACE_FORGE: 'gitea',
        MILLRACE_FORGE_URL: gitea.url,
        MILLRACE_FORGE_CLIENT_ID: app.id,
        MILLRACE_FORGE_CLIENT_SECRET: app.secret,
      },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await gitea?.stop();
  });

  it('signs in', async () => {
    const visit = new BrowserVisit();
    const page = await visit.open(`${server.url}/login`);
    const form = fieldsOf(page.text, '/user/login');
    const next = await visit.open(`${gitea.url}/user/login`, {
      form: { ...form, user_name: 'ada', password: giteaPassword },
    });
    console.log(
      next.url.href,
      next.status,
      next.text.slice(next.text.indexOf('<form'), next.text.indexOf('<form') + 3500),
    );
  });
});
