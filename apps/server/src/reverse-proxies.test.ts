import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createReverseProxy, missingProxy, reverseProxyKinds } from '../testing/reverse-proxy.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { bearer, createWorkTree, startTestServer } from '../testing/test-server.ts';
import { getWithoutTrust } from '../testing/tls-client.ts';

const until = { timeout: 60_000, interval: 50 };
const pushedBytes = 5_000_000;
const lines = 40_000;
const pipeline = {
  kind: 'pipeline',
  type: 'exec',
  name: 'a',
  steps: [{ name: 'b', commands: [`seq -f 'This is the line %.0f of a long log' ${lines}`] }],
};

/**
 * Returns whether this git may wait without end while it pushes over HTTP/2: before 2.44, it reads from itself when curl asks
 * for more after the end.
 */
function mayHangOverHttp2(version: string): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.map(Number) ?? [];
  return major < 2 || (major === 2 && minor < 44);
}

/** Starts a server, and the proxy with the file in `deploy/` before it. */
async function setUp(kind: (typeof reverseProxyKinds)[number]) {
  const proxy = await createReverseProxy(kind);
  onTestFinished(() => proxy.stop());
  const own = { MILLRACE_URL: proxy.url, MILLRACE_TRUSTED_PROXIES: '127.0.0.1' };
  const server = await startTestServer({ env: { ...rpcEnvironment, ...own } });
  onTestFinished(() => server.stop());
  await proxy.start(server.url);
  return { proxy, server };
}

describe.each(reverseProxyKinds)('%s with its file in deploy/', (kind) => {
  it('passes on streams, pushes, clones and logs', skipIf(missingProxy(kind)), async () => {
    const { proxy, server } = await setUp(kind);
    const ada = await server.addUser('ada');
    const headers = bearer(ada);
    const outside = { url: proxy.url, tempDir: server.tempDir };
    const redirected = await fetch(`${proxy.plainUrl}/welcome?a=b`, { redirect: 'manual' });
    expect(redirected.status).toBe(308);
    expect(redirected.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1.*\/welcome\?a=b$/);

    const stream = await getWithoutTrust(`${proxy.url}/api/stream`, { headers });
    onTestFinished(() => void stream.destroy());
    let received = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });

    const work = await createWorkTree(outside, 'ada', 'ada/project');
    await writeFile(join(work.dir, 'large'), randomBytes(pushedBytes));
    await work.commit({ '.drone.yml': JSON.stringify(pipeline) });
    vi.stubEnv('GIT_SSL_CAINFO', proxy.caFile);
    const version = await work.git('--version');
    const { exitCode, stderr } = await work.git(
      ...(mayHangOverHttp2(String(version.stdout)) ? ['-c', 'http.version=HTTP/1.1'] : []),
      'push',
      '--quiet',
      'origin',
      'main',
    );
    expect(`${exitCode} ${stderr}`).toMatch(/^0 /);
    await expect.poll(() => received, until).toContain('ada/project');

    // Without an upgrade, the server would answer 426.
    const socketPath = '/api/repos/ada/project/terminals/1/socket';
    const socket = new WebSocket(proxy.url.replace('https:', 'wss:') + socketPath, {
      headers,
      rejectUnauthorized: false,
    });
    const [, refused] = await once(
      socket.on('error', () => undefined),
      'unexpected-response',
    );
    socket.terminate();
    expect(refused.statusCode).toBe(404);

    startRunnerProcess(outside, { NODE_EXTRA_CA_CERTS: proxy.caFile });
    const read = async <Answer>(path: string): Promise<Answer> =>
      (await server.app.inject({ url: `/api/repos/ada/project${path}`, headers })).json();
    const statusOf = async () => (await read<Build>('/builds/1')).status;
    await expect.poll(statusOf, until).toBe('success');
    await expect.poll(() => received, until).toContain('"status":"success"');
    expect(await read<Line[]>('/builds/1/logs/1/2')).toHaveLength(lines + 1);
    expect(stream.destroyed).toBe(false);
  });
});
