import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, PipelineChange } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { readToken } from '../../../testing/read-token.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { createWorkTree } from '../../../testing/test-server.ts';

const until = { timeout: 60_000, interval: 20 };
const kills = 12;
const fileOf = (name: string) => `kind: pipeline
type: exec
name: test
clone: { disable: true }
steps: [{ name: ${name}, commands: [echo] }]
`;

it('back-tests every change of the file when its server is killed at any moment', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-changes-crash-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
  const env = { MILLRACE_DATA: join(tempDir, 'data') };
  let server = await startServerProcess(env);
  const token = await readToken(server.url);
  const read = async <Answer>(path: string): Promise<Answer> => {
    const url = `${server.url}/api/repos/admin/project/${path}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status, path).toBe(200);
    return JSON.parse(await answer.text());
  };
  const push = async (name: string) => {
    const { url } = server;
    const { git, commit } = await createWorkTree({ url, tempDir }, 'admin', 'admin/project');
    await git('pull', '--quiet', 'origin', 'main');
    await commit({ '.drone.yml': fileOf(name) });
    expect((await git('push', 'origin', 'main')).exitCode).toBe(0);
  };
  const readChange = (number: number) => read<PipelineChange>(`builds/${number}/pipeline-change`);
  const waitForBuilds = (count: number) =>
    expect.poll(() => read<Build[]>('builds'), { ...until, interval: 1 }).toHaveLength(count);
  await push('first');
  await waitForBuilds(1);

  for (let number = 2; number < kills + 2; number++) {
    await push(`changed-${number}`);
    // It is killed when the build has been stored, before that, or when its back-test has finished.
    if (number % 3 !== 0) await waitForBuilds(number);
    if (number % 3 === 1) {
      await expect.poll(() => readChange(number), until).toMatchObject({ status: 'finished' });
    }
    await server.end('SIGKILL');
    server = await startServerProcess(env);
    await waitForBuilds(number);
  }
  for (let number = 2; number < kills + 2; number++) {
    expect(await read<Build>(`builds/${number}`)).toMatchObject({ file_base: number - 1 });
    await expect
      .poll(() => readChange(number), until)
      .toMatchObject({ status: 'finished', result: { builds: number - 1 } });
  }
  await server.end('SIGINT');
}, 300_000);
