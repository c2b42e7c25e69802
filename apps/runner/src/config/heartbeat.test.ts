import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findRunnerProblem, startHeartbeat } from './heartbeat.ts';

it('shows whether the runner of a folder is alive', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-heartbeat-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const problem = () => findRunnerProblem(dir, Date.now());
  expect(await problem()).toBe(`No runner uses the folder ${dir}.`);
  onTestFinished(startHeartbeat(dir));
  await expect.poll(problem).toBeUndefined();
  const { mtimeMs } = await stat(join(dir, 'heartbeat'));
  await utimes(join(dir, 'heartbeat'), mtimeMs / 1000, mtimeMs / 1000 - 120);
  expect(await problem()).toMatch(/was 12\d seconds ago\.$/);
});
