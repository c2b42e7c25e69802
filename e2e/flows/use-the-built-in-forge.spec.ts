import type { PageConfig } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const readConfig = async (page: Page): Promise<PageConfig> =>
  JSON.parse((await page.locator('#millrace-config').textContent()) ?? '');

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  return errors;
}

test('offers guests only the sign-in form, and makes no request that is rejected', async ({
  page,
  millrace,
}) => {
  const errors = collectErrors(page);
  await page.goto(millrace.url);
  await expect(page).toHaveURL(`${millrace.url}/welcome`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0);
  expect(await readConfig(page)).toMatchObject({ session: false, forgePages: false });
  expect(errors).toEqual([]);
});

test('shows no links to commits, and logs no errors on any page', async ({
  millrace,
  slug,
  signedIn: page,
}) => {
  const admin = await Admin.signIn(millrace);
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  await admin.finishedBuild(slug, 1);
  const errors = collectErrors(page);
  await page.goto(`${millrace.url}/${slug}/1`);
  expect(await readConfig(page)).toMatchObject({ session: true, forgePages: false });
  await expect(page.locator('[title="Branch"]')).toContainText('main');
  await expect(page.locator('a[href^="/link/"]')).toHaveCount(0);
  await expect(page.getByText('Exit Code 0')).toBeVisible();
  const settings = ['', '/secrets', '/cron', '/badges', '/org-secrets', '/templates'];
  const inRepo = ['', '/branches', '/deployments', ...settings.map((part) => `/settings${part}`)];
  const paths = ['/', '/account', '/settings/users', ...inRepo.map((part) => `/${slug}${part}`)];
  for (const path of paths) {
    await page.goto(`${millrace.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[class*=skeleton]')).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});
