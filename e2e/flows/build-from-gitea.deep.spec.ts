import { giteaProgram } from '@millrace/test-support/forges/gitea';
import { GiteaTestForge } from '@millrace/test-support/forges/gitea-test-forge';
import { BuildPage } from '../pages/build-page.ts';
import { Gate } from '../support/gate.ts';
import { signInThroughGitea, startBesideGitea } from '../support/gitea.ts';
import type { Millrace } from '../support/millrace.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf } from '../support/work-tree.ts';

test.skip(!giteaProgram, 'MILLRACE_TEST_GITEA names no program');

const slug = 'ada/mill';

let gitea: GiteaTestForge;
let millrace: Millrace;
test.beforeAll(async () => {
  gitea = await GiteaTestForge.start();
  for (const login of ['ada', 'stranger']) await gitea.addAccount(login);
  for (const name of ['mill', 'parts']) await gitea.addRepo('ada', name, { isPrivate: true });
  await gitea.push('ada', 'ada/parts', 'main', { 'wheel.txt': 'turning\n' }, 'A wheel');
  await gitea.addMember(slug, 'stranger', 'read');
  millrace = await startBesideGitea(gitea, { MILLRACE_ADMINS: 'ada' });
});
test.afterAll(async () => {
  await millrace?.dispose();
  await gitea?.stop();
});

test('builds repositories of Gitea, and sets commit statuses there', async ({ page }) => {
  await signInThroughGitea(page, millrace.url, 'ada');
  await page.getByRole('button', { name: 'Sync' }).click();
  await page.getByRole('link', { name: /mill/ }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.goto(`${millrace.url}/${slug}`);
  await expect(page.getByText('Your Build List is Empty.')).toBeVisible();

  const gate = new Gate(millrace);
  // Clones another private repository, as a submodule would be.
  const parts = `git clone --quiet ${gitea.url}/ada/parts.git`;
  const file = pipelineOf([parts, 'cat parts/wheel.txt', gate.wait, 'echo done']);
  const files = { '.drone.yml': file };
  const sha = await gitea.push('ada', slug, 'main', files, 'Turn the wheel');
  await page.getByRole('link', { name: /Turn the wheel/ }).click();
  const build = new BuildPage(page);
  await page.getByRole('link', { name: /work/ }).click();
  await expect(build.log.getByText('turning', { exact: true })).toBeVisible();
  await gate.open();
  await expect(build.log.getByText('done', { exact: true })).toBeVisible();
  await expect(build.status('success')).toBeVisible();
  await expect
    .poll(() => gitea.listStatuses(slug, sha))
    .toMatchObject([
      {
        state: 'success',
        context: 'continuous-integration/millrace/push',
        description: 'Build is passing',
        url: `${millrace.url}/${slug}/1`,
      },
    ]);

  // A protected repository blocks pull requests from forks until they are approved.
  await page.goto(`${millrace.url}/${slug}/settings`);
  await page.getByRole('switch', { name: 'Protected' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  const fork = await gitea.fork(slug, 'stranger');
  const proposed = await gitea.push('stranger', fork, 'oil', { oil: '1' }, 'Oil the wheel');
  await gitea.openPullRequest('stranger', slug, {
    from: fork,
    branch: 'oil',
    title: 'Less noise, more flour',
  });
  await page.goto(`${millrace.url}/${slug}`);
  await page.getByRole('link', { name: /Less noise, more flour/ }).click();
  await expect
    .poll(() => gitea.listStatuses(slug, proposed))
    .toMatchObject([{ state: 'pending', description: 'Build is pending approval' }]);
  await page.getByRole('button', { name: 'Approve Build' }).click();
  await expect(build.status('success')).toBeVisible();
  await expect
    .poll(() => gitea.listStatuses(slug, proposed))
    .toMatchObject([{ state: 'success', context: 'continuous-integration/millrace/pr/main' }]);
});
