import { mkdtemp, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Caches, Line } from '@millrace/contract/api';
import { createLogger } from '@millrace/node-kit/logger';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyAdminData } from '../testing/admin-data.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { type Server, startServer } from './server.ts';

const platform = `platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }`;
const pipeline = `kind: pipeline
type: exec
name: first
${platform}
cache: { key: 'npm-\${DRONE_BRANCH}-{{ checksum "lock" }}', restore_keys: npm-, paths: [deps] }
steps:
  - name: install
    commands:
      - "test -e deps/done && echo warm || echo cold"
      - "mkdir -p deps; head -c 3000000 /dev/urandom > deps/file; touch deps/done"
  - name: test
    cache: { key: tool, paths: [tool] }
    commands: [echo x > tool]
`;

describe.each(['embedded', 'remote'])('caches of a runner (%s)', (kind) => {
  let tempDir: string;
  let server: Server;
  let cookie: string;
  let work: Awaited<ReturnType<typeof createWorkTree>>;
  beforeEach(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'millrace-caches-'));
    await copyAdminData(join(tempDir, 'data'));
    const config = readConfig({
      MILLRACE_DATA: join(tempDir, 'data'),
      MILLRACE_PORT: '0',
      MILLRACE_SEED: 'none',
      MILLRACE_ADMIN_PASSWORD: password,
      ...(kind === 'remote' ? { ...rpcEnvironment, MILLRACE_RUNNER_CAPACITY: '0' } : {}),
    });
    server = await startServer(config, createLogger('silent'));
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'admin', password }),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
  });
  afterEach(async () => {
    await server.stop();
    await rm(tempDir, { recursive: true, force: true });
  });

  const read = async <Body>(path: string) => {
    const answer = await fetch(`${server.url}/api/repos/admin/project${path}`, {
      headers: { cookie },
    });
    return (await answer.json()) as Body;
  };
  const outputOf = async (build: Build, step: number) =>
    (await read<Line[]>(`/builds/${build.number}/logs/1/${step}`)).map(({ out }) => out).join('');

  /** Pushes these files, and waits for the build. */
  async function build(files: Record<string, string>): Promise<Build> {
    const stream = await openStream(`${server.url}/api/stream`, { cookie });
    await work.commit(files);
    await work.git('push', '--quiet', 'origin', 'main');
    for (;;) {
      const [message] = await stream.take(1);
      const { build } = JSON.parse(message?.data ?? '{}');
      if (['success', 'failure', 'error', 'killed'].includes(build?.status)) return build;
    }
  }

  it('hit after a change elsewhere, and miss after a change of the key', async () => {
    if (kind === 'remote') startRunnerProcess({ url: server.url, tempDir });
    const cold = await build({ '.drone.yml': pipeline, lock: '1' });
    expect(cold.status).toBe('success');
    expect(await outputOf(cold, 2)).toContain('not found: no build has stored it');
    expect(await outputOf(cold, 3)).toContain('\ncold\n');
    expect(await outputOf(cold, 5)).toMatch(/Cache npm-main-\w{64} stored: 3 MB in/);

    const warm = await build({ README: 'changed' });
    expect(await outputOf(warm, 2)).toMatch(/npm-main-\w{64} restored from branch\/main: 3 MB/);
    expect(await outputOf(warm, 3)).toContain('\nwarm\n');
    expect(await outputOf(warm, 4)).toContain('Cache tool restored from branch/main');

    const partial = await build({ lock: '2' });
    expect(await outputOf(partial, 2)).toMatch(
      /npm-main-\w{64} not found; npm-main-\w{64} restored/,
    );
    expect(await outputOf(partial, 3)).toContain('\nwarm\n');

    const { entries, lookups } = await read<Caches>('/caches');
    expect(entries.map(({ key, build }) => [key.slice(0, 9), build])).toEqual(
      expect.arrayContaining([
        ['npm-main-', 1],
        ['npm-main-', 3],
        ['tool', 1],
      ]),
    );
    const ofPipeline = lookups.filter(({ step }) => step === 'restore-cache');
    expect(ofPipeline.map(({ result, reason }) => reason ?? result)).toEqual([
      'partial',
      'hit',
      'no_entry',
    ]);
  });
});
