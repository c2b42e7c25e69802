import type { TestForge } from '@millrace/test-support/forges/test-forge';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBitbucket } from './bitbucket/bitbucket-test-forge.ts';
import { ForgeServer } from './forge-server.ts';
import { GithubTestForge } from './github-test-forge.ts';
import { startGitlab } from './gitlab/gitlab-test-forge.ts';
import { pipeline, waitForBuilds } from './pipeline.ts';

const forges: [string, () => Promise<TestForge>][] = [
  ['GitHub', () => GithubTestForge.start()],
  ['GitLab', startGitlab],
  ['Bitbucket', startBitbucket],
];

describe.each(forges)('a server below a path with %s', (_, start) => {
  it('signs in, receives webhooks and links to its builds below the path', async () => {
    const testForge = await start();
    onTestFinished(() => testForge.stop());
    await testForge.addAccount('ada');
    const slug = 'ada/app';
    await testForge.addRepo('ada', 'app');
    const forge = await ForgeServer.start(testForge, {}, { basePath: '/ci' });
    onTestFinished(() => forge.stop());

    const ada = await forge.signIn('ada');
    expect(ada.hasSession).toBe(true);
    expect(ada.url.href).toBe(`${forge.url}/`);
    await ada.sync();
    await ada.call('POST', `/api/repos/${slug}`);
    expect(await testForge.listHooks(slug)).toEqual([`${forge.url}/hook`]);

    const after = await testForge.push('ada', slug, 'main', { '.drone.yml': pipeline }, 'Begin');
    await waitForBuilds(ada, slug, { after });
    const statusUrl = async () => (await testForge.listStatuses(slug, after))[0]?.url;
    await expect.poll(statusUrl, { timeout: 30_000 }).toBe(`${forge.url}/${slug}/1`);
  });
});
