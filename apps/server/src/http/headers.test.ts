import { contentSecurityPolicy } from '@millrace/contract/content-security-policy';
import { afterEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.stop());

async function start(env: Record<string, string> = {}) {
  server = await startTestServer({ env });
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  return bearer(ada);
}

it('forbids shared caching of responses that depend on the caller', async () => {
  const ada = await start();
  for (const [url, headers, status, cacheControl] of [
    ['/api/user', ada, 200, 'no-store'],
    ['/api/user', {}, 401, 'no-store'],
    ['/api/repos/ada/project', ada, 200, 'no-store'],
    ['/api/repos/ada/project/builds', ada, 200, 'no-store'],
    ['/api/repos/ada/project/builds/1', ada, 200, 'no-store'],
    ['/api/repos/ada/project/builds/1/logs/1/1', ada, 404, 'no-store'],
    ['/api/repos/ada/other', ada, 404, 'no-store'],
    ['/api/nothing', ada, 404, 'no-store'],
    ['/link/ada/project/tree/main', ada, 303, 'no-store'],
    ['/ada/project/cc.xml', ada, 200, 'private, no-cache'],
    ['/api/badges/ada/project/status.svg', ada, 200, 'no-cache'],
    ['/api/stream', ada, 200, 'no-cache, no-transform'],
  ] as const) {
    const reading = new AbortController();
    const answer = await fetch(server.url + url, {
      headers,
      redirect: 'manual',
      signal: reading.signal,
    });
    expect([url, answer.status, answer.headers.get('cache-control')]).toEqual([
      url,
      status,
      cacheControl,
    ]);
    reading.abort();
  }
});

it.each<Record<string, string>>([{}, { MILLRACE_URL: 'https://ci.example.com' }])(
  'allows pages to connect only to this server, with the scheme of the page (%o)',
  async (env) => {
    await start(env);
    const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy');
    expect(policy).toBe(contentSecurityPolicy);
    expect(policy?.split(';')).toContain("connect-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  },
);
