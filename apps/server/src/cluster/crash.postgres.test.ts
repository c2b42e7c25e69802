import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import type { CrashingCluster } from '../../testing/crash-tests/crashing-cluster.ts';
import { gitPushes } from '../../testing/crash-tests/pushes.ts';
import { crashTestTimeoutMs, runCrashTest } from '../../testing/crash-tests/run-crash-test.ts';
import { readToken } from '../../testing/read-token.ts';
import { createWorkTree } from '../../testing/test-server.ts';

async function setUpGit(cluster: CrashingCluster) {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-work-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true }));
  const slug = 'admin/mill';
  const tree = await createWorkTree({ url: cluster.url, tempDir }, 'admin', slug);
  return { slug, token: await readToken(cluster.url), pushes: gitPushes(tree) };
}

it(
  'loses and duplicates no build of a push, call or cron job, whatever crashes',
  async () => {
    await runCrashTest(async () => ({}), setUpGit);
  },
  crashTestTimeoutMs,
);
