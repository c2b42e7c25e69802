import { sessionCookie } from '@millrace/contract/api';
import { BrowserVisit } from '@millrace/test-support/browser-visit';
import { expect, it, onTestFinished } from 'vitest';
import type { CrashingCluster } from '../../testing/crash-tests/crashing-cluster.ts';
import { findStatusFaults } from '../../testing/crash-tests/find-faults.ts';
import { callerOf, callUntilOk } from '../../testing/crash-tests/load.ts';
import { webhookPushes } from '../../testing/crash-tests/pushes.ts';
import { crashTestTimeoutMs, runCrashTest } from '../../testing/crash-tests/run-crash-test.ts';
import { GithubTestForge } from '../../testing/forges/github-test-forge.ts';

async function setUpGithub(cluster: CrashingCluster, testForge: GithubTestForge) {
  const slug = 'ada/mill';
  const { url } = cluster;
  const visit = new BrowserVisit();
  const asked = await visit.open(`${url}/login`, { stopAt: testForge.url });
  await visit.open((await testForge.consent(visit, asked.url, 'ada')).href);
  const cookie = `${sessionCookie}=${visit.cookie(url, sessionCookie)}`;
  const call = callerOf(url, { cookie, origin: url });
  const { token } = (await callUntilOk(call, 'POST', '/api/user/token')) as { token: string };
  await callUntilOk(call, 'POST', '/api/user/repos');
  await callUntilOk(call, 'POST', `/api/repos/${slug}`);
  return { slug, token, pushes: webhookPushes(testForge, slug) };
}

it(
  'builds each webhook delivery once and reports its status after any crash',
  async () => {
    const testForge = await GithubTestForge.start();
    onTestFinished(() => testForge.stop());
    await testForge.addAccount('ada');
    await testForge.addRepo('ada', 'mill');
    const { builds, outages } = await runCrashTest(
      (url) => testForge.settingsFor(url),
      (cluster) => setUpGithub(cluster, testForge),
    );
    const { statuses } = testForge.github.world.repository('ada/mill');
    expect(findStatusFaults(statuses, builds, outages)).toEqual([]);
  },
  crashTestTimeoutMs,
);
