import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test('starts a build by a cron job created in the dialog', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  test.setTimeout(300_000);
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  await admin.finishedBuild(slug, 1);

  await page.goto(`${millrace.url}/${slug}/settings/cron`);
  await page.getByRole('button', { name: 'New Cron Job' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Cron Job' });
  await dialog.getByLabel('Name').fill('nightly');
  await dialog.getByLabel('Branch').fill('main');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Cron has been added successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: /nightly main @hourly/ })).toBeVisible();

  // The dialog's shortest schedule is an hour. With the shortest one, the job runs during the test.
  await admin.call('PATCH', `/api/repos/${slug}/cron/nightly`, { expr: '* * * * *' });
  await page.goto(`${millrace.url}/${slug}`);
  const entry = page
    .getByRole('region', { name: 'Executions' })
    .getByRole('link', { name: /via cron job nightly on main/ });
  await expect(entry.first()).toBeVisible({ timeout: 120_000 });
  await admin.call('DELETE', `/api/repos/${slug}/cron/nightly`);
  const { status, event, cron, trigger } = await admin.finishedBuild(slug, 2);
  expect({ status, event, cron, trigger }).toEqual({
    status: 'success',
    event: 'cron',
    cron: 'nightly',
    trigger: '@cron',
  });
});
