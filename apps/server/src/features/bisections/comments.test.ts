import type { Build } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { expect, it, onTestFinished } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { startBitbucket } from '../../../testing/forges/bitbucket/bitbucket-test-forge.ts';
import { ForgeServer } from '../../../testing/forges/forge-server.ts';
import { GithubTestForge } from '../../../testing/forges/github-test-forge.ts';
import { startGitlab } from '../../../testing/forges/gitlab/gitlab-test-forge.ts';
import { pipeline, waitForBuilds } from '../../../testing/forges/pipeline.ts';

const jobs = ['deliveries', 'bisections', 'bisectionComments'];
const slug = 'ada/mill';

const forges = {
  GitHub: () => GithubTestForge.start(),
  GitLab: () => startGitlab(),
  Bitbucket: () => startBitbucket(),
};

async function startScene(start: (typeof forges)[keyof typeof forges]) {
  const testForge = await start();
  onTestFinished(() => testForge.stop());
  await testForge.addAccount('ada');
  await testForge.addRepo('ada', 'mill');
  const forge = await ForgeServer.start(testForge, {}, { jobs });
  onTestFinished(() => forge.stop());
  const ada = await forge.signIn('ada');
  await ada.sync();
  await ada.call('POST', `/api/repos/${slug}`);
  const api = runnerApiOf(forge.server);
  const runNext = async (status: Status) => {
    const { stage, step } = await startNextStage(api);
    const ended = { status, exit_code: status === 'success' ? 0 : 1, stopped: 2 };
    const steps = [
      await api.updateStep({
        params: { step: step.id },
        body: { ...step, name: 'work', ...ended },
      }),
    ];
    await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
  };
  const push = async (text: string): Promise<Build> => {
    const files = { '.drone.yml': pipeline.replace('name: work', 'name: greet'), text };
    const sha = await testForge.push('ada', slug, 'main', files, `Change ${text}`);
    const [build] = await waitForBuilds(ada, slug, { after: sha });
    if (!build) throw new Error('The push started no build');
    return build;
  };
  return { testForge, ada, runNext, push };
}

it.each(Object.entries(forges))('comments on the commit on %s', async (_, start) => {
  const { testForge, ada, runNext, push } = await startScene(start);
  const good = await push('1');
  await runNext('success');
  const bad = await push('2');
  await ada.call('DELETE', `/api/repos/${slug}/builds/${bad.number}`);
  await push('3').then(({ number }) => ada.call('DELETE', `/api/repos/${slug}/builds/${number}`));
  const failed = await push('4');
  await runNext('failure');
  const numbers = { build: failed.number, stage: 1, step: 1 };
  const answer = await ada.call('POST', `/api/repos/${slug}/bisections`, numbers);
  expect(answer.body).toMatchObject({ commits: 3, good: { commit: good.after } });
  const read = async () => (await ada.call('GET', `/api/repos/${slug}/bisections/1`)).body;
  for (let run = 1; ; run++) {
    await expect
      .poll(async () => {
        const { status, run_list } = await read();
        return status !== 'running' || (run_list.length === run && run_list[run - 1].build > 0);
      })
      .toBe(true);
    if ((await read()).status !== 'running') break;
    await runNext('failure');
  }
  expect(await read()).toMatchObject({ status: 'found', found: [bad.after] });
  await expect.poll(() => testForge.listComments(slug, bad.after)).toHaveLength(1);
  const [comment] = testForge.listComments(slug, bad.after);
  expect(comment).toMatch(
    /^`default › greet` fails since this commit \(99\.\d % certain after \d runs\)\. It passed before, at [0-9a-f]{8}\./,
  );
  expect(comment).toContain(`/${slug}/bisections/1)`);
});
