import { expect, it, onTestFinished } from 'vitest';
import { ForgeServer } from '../../../testing/forges/forge-server.ts';
import { GithubTestForge } from '../../../testing/forges/github-test-forge.ts';
import { pipeline, waitForBuilds } from '../../../testing/forges/pipeline.ts';

it('reports builds that were created after the first run, even if that run found none', async () => {
  const testForge = await GithubTestForge.start();
  onTestFinished(() => testForge.stop());
  await testForge.addAccount('ada');
  await testForge.addRepo('ada', 'mill');
  const forge = await ForgeServer.start(testForge);
  onTestFinished(() => forge.stop());
  const ada = await forge.signIn('ada');
  await ada.sync();
  await ada.call('POST', '/api/repos/ada/mill');
  const reporter = forge.server.features.jobs.get('commitStatuses');
  await reporter?.stop();
  const files = { '.drone.yml': pipeline };
  const sha = await testForge.push('ada', 'ada/mill', 'main', files, 'Change things');
  await waitForBuilds(ada, 'ada/mill', { after: sha });
  // As after its death: it knows no more than the database does.
  reporter?.run();
  await expect
    .poll(async () => (await testForge.listStatuses('ada/mill', sha))[0]?.description)
    .toBe('Build is pending');
});
