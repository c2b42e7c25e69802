import { expect, it, onTestFinished } from 'vitest';
import { ForgeServer } from '../../../testing/forges/forge-server.ts';
import { GithubTestForge } from '../../../testing/forges/github-test-forge.ts';
import { pipeline, waitForBuilds } from '../../../testing/forges/pipeline.ts';

const slug = 'ada/mill';
const jobs = ['deliveries', 'commitStatuses', 'testPipelineChanges', 'changeStatuses'];

/** Starts a server, and pushes a commit, then another one that changes the pipeline file. */
async function pushChange(env: Record<string, string> = {}) {
  const testForge = await GithubTestForge.start();
  onTestFinished(() => testForge.stop());
  await testForge.addAccount('ada');
  await testForge.addRepo('ada', 'mill');
  const forge = await ForgeServer.start(testForge, env, { jobs });
  onTestFinished(() => forge.stop());
  const ada = await forge.signIn('ada');
  await ada.sync();
  await ada.call('POST', `/api/repos/${slug}`);
  const reporter = forge.server.features.jobs.get('commitStatuses');
  await reporter?.stop();
  const push = async (text: string) => {
    const sha = await testForge.push('ada', slug, 'main', { '.drone.yml': text }, 'Change it');
    await waitForBuilds(ada, slug, { after: sha });
    return sha;
  };
  await push(pipeline);
  const sha = await push(pipeline.replace('name: work', 'name: changed'));
  const findChange = async () =>
    (await ada.call('GET', `/api/repos/${slug}/builds/2/pipeline-change`)).body;
  await expect.poll(findChange).toMatchObject({ status: 'finished' });
  const findJob = () =>
    forge.server.core.db
      .selectFrom('jobs')
      .select('tries')
      .where('kind', '=', 'pipeline-change-status')
      .executeTakeFirst();
  const listStatuses = () => testForge.listStatuses(slug, sha);
  return { forge, reporter, findJob, listStatuses };
}

it('comes after the status of the build', async () => {
  const { forge, reporter, findJob, listStatuses } = await pushChange();
  await expect.poll(findJob).toEqual({ tries: 1 });
  expect(await listStatuses()).toEqual([]);
  reporter?.run();
  await expect.poll(listStatuses).toHaveLength(1);
  forge.clock.skip(60);
  await expect
    .poll(listStatuses)
    .toMatchObject([
      { description: 'The last build would run differently' },
      { description: 'Build is pending' },
    ]);
  await expect.poll(findJob).toBeUndefined();
});

it('is turned off by a setting', async () => {
  const { findJob } = await pushChange({ MILLRACE_PIPELINE_FILE_STATUSES: 'false' });
  expect(await findJob()).toBeUndefined();
});
