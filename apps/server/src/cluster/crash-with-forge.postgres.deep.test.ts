import { sessionCookie } from '@millrace/contract/api';
import { BrowserVisit } from '@millrace/test-support/browser-visit';
import { expect, it, onTestFinished } from 'vitest';
import { findStatusFaults } from '../../testing/crash-tests/find-faults.ts';
import { lifeTimeoutMs, liveThroughDeaths } from '../../testing/crash-tests/run-crash-test.ts';
import { askAt, insist } from '../../testing/crash-tests/load.ts';
import type { MortalCluster } from '../../testing/crash-tests/crashing-cluster.ts';
import { hookPushes } from '../../testing/crash-tests/pushes.ts';
import { GithubStand } from '../../testing/forges/github-stand.ts';

async function throughGithub(cluster: MortalCluster, stand: GithubStand) {
  const slug = 'ada/mill';
  const { url } = cluster;
  const visit = new BrowserVisit();
  const asked = await visit.open(`${url}/login`, { stopAt: stand.url });
  await visit.open((await stand.consent(visit, asked.url, 'ada')).href);
  const cookie = `${sessionCookie}=${visit.cookie(url, sessionCookie)}`;
  const ask = askAt(url, { cookie, origin: url });
  const { token } = (await insist(ask, 'POST', '/api/user/token')) as { token: string };
  await insist(ask, 'POST', '/api/user/repos');
  await insist(ask, 'POST', `/api/repos/${slug}`);
  return { slug, token, pushes: hookPushes(stand, slug) };
}

it(
  'builds each webhook delivery once and reports its status after any crash',
  async () => {
    const stand = await GithubStand.start();
    onTestFinished(() => stand.stop());
    await stand.addAccount('ada');
    await stand.addRepo('ada', 'mill');
    const { builds, deaths } = await liveThroughDeaths(
      (url) => stand.settingsFor(url),
      (cluster) => throughGithub(cluster, stand),
    );
    const { statuses } = stand.github.world.repository('ada/mill');
    expect(findStatusFaults(statuses, builds, deaths)).toEqual([]);
  },
  lifeTimeoutMs,
);
