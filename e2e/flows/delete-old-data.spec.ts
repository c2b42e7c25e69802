import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const pipeline = `${pipelineOf(['mkdir dist', 'echo flour | tee dist/bag.txt'])}    artifacts: [ 'dist/**' ]\n`;

test('lets an admin delete a log, artifacts, list entries and old builds', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipeline }, 'Begin');
  await tree.push();
  await tree.git('switch', '--quiet', '--create', 'old/one');
  await tree.commit({ 'wheel.txt': 'round' }, 'Grind wheat');
  await tree.push('old/one');
  const admin = await Admin.signIn(millrace);
  await admin.finishedBuild(slug, 1);
  const headers = { origin: millrace.url };
  const builds = `${millrace.url}/api/repos/${slug}/builds`;
  await page.request.post(`${builds}/1/promote?target=staging`, { headers });
  await admin.finishedBuild(slug, 2);
  await admin.finishedBuild(slug, 3);
  const answer = (name: string, action: string) =>
    page.getByRole('alertdialog', { name }).getByRole('button', { name: action }).click();

  await test.step('delete a branch from the list', async () => {
    await page.goto(`${millrace.url}/${slug}/branches`);
    await page.getByRole('button', { name: 'Remove old/one from the list' }).click();
    await answer('Remove old/one from the list of branches?', 'Remove');
    await expect(page.getByText('Branch has been removed from the list')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Branches' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('delete an environment from the list', async () => {
    await page.getByRole('link', { name: 'Deployments' }).click();
    await page.getByRole('button', { name: 'Remove staging from the list' }).click();
    await answer('Remove staging from the list of deployments?', 'Remove');
    await expect(page.getByText('Deployment has been removed from the list')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Your Deployment List is Empty.')).toBeVisible();
  });

  await test.step('delete the log of a step', async () => {
    await page.goto(`${millrace.url}/${slug}/3/1/2`);
    await expect(page.getByRole('log')).toContainText('flour');
    await page.getByRole('button', { name: 'Delete log' }).click();
    await answer('Delete the log of default / work?', 'Delete');
    await expect(page.getByText('The log of this step has been deleted.')).toBeVisible();
    expect((await page.request.get(`${builds}/3/logs/1/2`)).status()).toBe(404);
  });

  await test.step('delete all artifacts of a build', async () => {
    await page.getByRole('button', { name: 'Artifacts' }).click();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await answer('Delete all files of build #3?', 'Delete all');
    await expect(page.getByText('All files of the build have been deleted')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Artifacts' })).toHaveCount(0);
    expect(await (await page.request.get(`${builds}/3/artifacts`)).json()).toEqual([]);
  });

  await test.step('delete old builds', async () => {
    await page.goto(`${millrace.url}/${slug}/settings`);
    await page.getByLabel('Delete builds before number').fill('3');
    await page.getByRole('button', { name: 'Delete Builds' }).click();
    await expect(page.getByText(`At most 2 builds of ${slug}`)).toBeVisible();
    await answer('Delete the builds before #3?', 'Delete Builds');
    await expect(page.getByText('Builds have been deleted')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Builds', exact: true }).click();
    await expect(page.getByRole('link', { name: /#3 Begin/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /#2 Grind wheat/ })).toHaveCount(0);
  });
});
