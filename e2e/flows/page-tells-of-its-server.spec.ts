import type { PageConfig } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const readConfig = async (page: Page): Promise<PageConfig> =>
  JSON.parse((await page.locator('#millrace-config').textContent()) ?? '');

test('a visitor signs in with the form alone, and nothing is refused before', async ({
  page,
  millrace,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(millrace.url);
  await expect(page).toHaveURL(`${millrace.url}/welcome`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0);
  expect(await readConfig(page)).toMatchObject({ session: false, forgePages: false });
  expect(errors).toEqual([]);
});

test('the built-in hosting has no page of a commit, and no link to one', async ({
  millrace,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const tree = await WorkTree.create(millrace, 'admin/mill');
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await admin.finishedBuild('admin/mill', 1);
  await page.goto(`${millrace.url}/admin/mill/1`);
  expect(await readConfig(page)).toMatchObject({ session: true, forgePages: false });
  await expect(page.locator('[title="Branch"]')).toContainText('main');
  await expect(page.locator('a[href^="/link/"]')).toHaveCount(0);
});
