import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

/** Retention runs when a server starts, and then once an hour. */
test.use({ hasOwnServer: true });

test('lets an admin pin a build, see what retention would delete, and delete it', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  for (const number of [1, 2, 3, 4]) {
    const pipeline = pipelineOf([`echo build ${number}`]);
    await tree.commit({ '.drone.yml': pipeline, number: String(number) }, `Change ${number}`);
    await tree.push();
    await (await Admin.signIn(millrace)).finishedBuild(slug, number);
  }
  const builds = page.getByRole('main').getByRole('link', { name: /^Success.*#\d/ });

  const limitOf = (kind: string) =>
    page.getByRole('group', { name: kind }).getByLabel('Number of newest builds');

  await test.step('pin a build', async () => {
    await page.goto(`${millrace.url}/${slug}/1`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Pin' }).click();
    await expect(page.getByText('The build is pinned and will not be deleted')).toBeVisible();
    await page.goto(`${millrace.url}/${slug}`);
    await expect(page.getByRole('img', { name: 'Pinned' })).toHaveCount(1);
  });

  await test.step('preview and save limits', async () => {
    await page.goto(`${millrace.url}/${slug}/settings/retention`);
    await expect(page.getByText('Nothing would be deleted now.')).toBeVisible();
    await limitOf('Builds').fill('3');
    await limitOf('Logs').fill('1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText(/^Logs of 2 builds, \d+ bytes\.$/)).toBeVisible();
    await limitOf('Builds').fill('2');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete old data?' });
    await expect(page.getByText(/^1 build would be deleted, /)).toBeVisible();
    await question.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('The retention has been saved')).toBeVisible();
    await page.goto(`${millrace.url}/${slug}`);
    await expect(builds).toHaveCount(4);
  });

  await test.step('find the deleted data', async () => {
    await millrace.end();
    await millrace.start();
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${millrace.url}/api/repos/${slug}/builds`);
        return answer.ok() ? ((await answer.json()) as unknown[]).length : 0;
      })
      .toBe(3);
    await page.goto(`${millrace.url}/${slug}/3`);
    await expect(page.getByText('Retention deleted the logs of this build.')).toBeVisible();
    await expect(page.getByText('The log of this step has been deleted.')).toBeVisible();
    await page.goto(`${millrace.url}/${slug}/1/1/2`);
    await expect(page.getByRole('log')).toContainText('build 1');
  });
});
