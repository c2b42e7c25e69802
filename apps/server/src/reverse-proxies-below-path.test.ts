import { once } from 'node:events';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  createReverseProxy,
  missingProxy,
  type ReverseProxyKind,
} from '../testing/reverse-proxy.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
} from '../testing/test-server.ts';
import { getWithoutTrust } from '../testing/tls-client.ts';

type Changes = [string, string][];

/** The changes of the files in `deploy/` that the documentation lists. */
const proxies: [ReverseProxyKind, 'keeps' | 'removes', Changes][] = [
  ['nginx', 'keeps', [['location / {', 'location /ci/ {']]],
  [
    'nginx',
    'removes',
    [
      ['location / {', 'location /ci/ {'],
      [
        'proxy_pass http://millrace;',
        'proxy_pass http://millrace/;\nproxy_set_header X-Forwarded-Prefix /ci;',
      ],
    ],
  ],
  [
    'haproxy',
    'keeps',
    [['default_backend servers', 'use_backend servers if { path /ci } || { path_beg /ci/ }']],
  ],
  [
    'haproxy',
    'removes',
    [
      ['default_backend servers', 'use_backend servers if { path /ci } || { path_beg /ci/ }'],
      [
        'balance leastconn',
        'balance leastconn\nhttp-request set-header X-Forwarded-Prefix /ci\nhttp-request replace-path /ci(/)?(.*) /\\2',
      ],
    ],
  ],
];

const until = { timeout: 60_000, interval: 50 };

for (const [kind, handling, changes] of proxies) {
  it(`${kind} ${handling} the path`, skipIf(missingProxy(kind)), async () => {
    const proxy = await createReverseProxy(kind, changes);
    onTestFinished(() => proxy.stop());
    const url = `${proxy.url}/ci`;
    const server = await startTestServer({
      env: { MILLRACE_URL: url, MILLRACE_TRUSTED_PROXIES: '127.0.0.1' },
    });
    onTestFinished(() => server.stop());
    await proxy.start(server.url);
    // An organization that is called as the path.
    const ada = await server.addUser('ci');
    await pushSampleRepo(server, 'ci', 'first');
    const headers = bearer(ada);
    const get = (path: string) => getWithoutTrust(`${proxy.url}${path}`, { headers });
    const textOf = async (path: string) =>
      (await get(path)).setEncoding('utf8').reduce((all, part) => all + part, '');

    expect((await get('/healthz')).statusCode).toBeGreaterThanOrEqual(400);
    expect((await get('/ci/healthz')).statusCode).toBe(200);
    expect((await get('/ci/login')).headers.location).toBe('/ci/login/form');
    expect(await textOf('/ci/ci/first/cc.xml')).toContain(`webUrl="${url}/ci/first/1"`);

    const stream = await get('/ci/api/stream');
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    vi.stubEnv('GIT_SSL_CAINFO', proxy.caFile);
    const work = await createWorkTree({ url, tempDir: server.tempDir }, 'ci', 'ci/project');
    await work.commit({ '.drone.yml': samplePipeline });
    const pushed = await work.git('push', '--quiet', 'origin', 'main');
    expect(`${pushed.exitCode} ${pushed.stderr}`).toMatch(/^0 /);
    await expect.poll(() => received, until).toContain('ci/project');

    // Without an upgrade, the server would answer 426.
    const socketPath = '/api/repos/ci/project/terminals/1/socket';
    const socket = new WebSocket(url.replace('https:', 'wss:') + socketPath, {
      headers,
      rejectUnauthorized: false,
    });
    const [, refused] = await once(
      socket.on('error', () => undefined),
      'unexpected-response',
    );
    socket.terminate();
    expect(refused.statusCode).toBe(404);
  });
}
