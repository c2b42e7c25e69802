import { expect, it, onTestFinished } from 'vitest';
import { ForgeServer } from '../../../testing/forges/forge-server.ts';
import { GithubStand } from '../../../testing/forges/github-stand.ts';
import { pipeline, waitForBuilds } from '../../../testing/forges/pipeline.ts';

it('reports builds that were created after the first run, even if that run found none', async () => {
  const stand = await GithubStand.start();
  onTestFinished(() => stand.stop());
  await stand.addAccount('ada');
  await stand.addRepo('ada', 'mill');
  const forge = await ForgeServer.start(stand);
  onTestFinished(() => forge.stop());
  const ada = await forge.signIn('ada');
  await ada.sync();
  await ada.call('POST', '/api/repos/ada/mill');
  const reporter = forge.server.features.jobs.get('commitStatuses');
  await reporter?.stop();
  const files = { '.drone.yml': pipeline };
  const sha = await stand.push('ada', 'ada/mill', 'main', files, 'Change things');
  await waitForBuilds(ada, 'ada/mill', { after: sha });
  // As after its death: it knows no more than the database does.
  reporter?.run();
  await expect
    .poll(async () => (await stand.listStatuses('ada/mill', sha))[0]?.description)
    .toBe('Build is pending');
});
