import { BuildPage } from '../pages/build-page.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test.use({ hasOwnServer: true });

test('finds no accessibility violations on any screen', async ({ millrace, signedIn: page }) => {
  const tree = await WorkTree.create(millrace, 'admin/mill');
  const colours = "printf '\\033[31mred\\033[0m \\033[32mgreen\\033[0m \\033[33myellow\\033[0m\\n'";
  await tree.commit({ '.drone.yml': pipelineOf([colours, 'exit 3']) }, 'Show colours');
  await tree.push();

  await page.goto(millrace.url);
  await expect(page.getByRole('link', { name: /Show colours/ }).first()).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.goto(`${millrace.url}/admin/mill`);
  await expect(page.getByRole('link', { name: /Show colours/ }).first()).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'New Build' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.goto(`${millrace.url}/admin/mill/1/1/2`);
  await expect(new BuildPage(page).log.getByText('green', { exact: true })).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.request.post(`${millrace.url}/api/repos/admin/mill/cron`, {
    data: { name: 'nightly', branch: 'main', expr: '@daily' },
    headers: { origin: millrace.url },
  });
  for (const [path, text] of [
    ['/admin/mill/settings', 'Project Webhooks'],
    ['/admin/mill/settings/org-secrets', 'No Organization Secrets'],
    ['/admin/mill/settings/cron', 'nightly'],
    ['/admin/mill/settings/badges', 'Badges'],
    ['/admin/mill/branches', 'Show colours'],
    ['/admin/mill/deployments', 'Your Deployment List is Empty.'],
    ['/settings/users', 'User Management'],
    ['/account', 'Personal Token'],
  ] as const) {
    await page.goto(millrace.url + path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    expect([path, await findBarriersInThemes(page)]).toEqual([path, []]);
  }

  await page.goto(`${millrace.url}/no/where`);
  await expect(page.getByText("That's all we know.")).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.goto(`${millrace.url}/logout`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);
});
