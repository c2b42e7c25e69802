import type { Page } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { findBarriersInThemes } from '../support/barriers.ts';
import { giveManyBuilds } from '../support/many-builds.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

test.use({ hasOwnServer: true });

const entries = (page: Page) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem');
const words = (page: Page) => page.getByRole('searchbox', { name: 'Words or commit' });
const total = (page: Page) => page.getByRole('region', { name: 'Executions' }).getByRole('status');

test('finds one of 300 builds by search terms and filters, and the URL can be shared', async ({
  millrace,
  signedIn: page,
}) => {
  const tree = await WorkTree.create(millrace, 'admin/mill');
  await tree.commit({ '.drone.yml': pipelineOf(['echo hello']) }, 'Begin');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  await admin.finishedBuild('admin/mill', 1);
  await giveManyBuilds(millrace, 'admin/mill', 300);

  await page.goto(`${millrace.url}/admin/mill`);
  await expect(entries(page)).toHaveCount(50);
  await test.step('search by words', async () => {
    await words(page).fill('whe 250');
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText('#250 Grind wheat 250');
    await expect(total(page)).toHaveText('1 build');
    await words(page).fill('');
    await expect(entries(page)).toHaveCount(50);
  });

  await test.step('filter by values, which show their counts', async () => {
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status.locator('option', { hasText: 'Failure (60)' })).toBeAttached();
    await status.selectOption('failure');
    await expect(page).toHaveURL(/\?status=failure$/);
    await expect(total(page)).toHaveText('60 builds');
    await expect(entries(page).first()).toContainText('#300');
    await page.getByRole('combobox', { name: 'Branch' }).fill('rel');
    await page.getByRole('option', { name: 'release', exact: true }).click();
    await expect(total(page)).toHaveText('30 builds');
    await expect(entries(page)).toHaveCount(30);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('production');
    await expect(total(page)).toHaveText('10 builds');
  });

  await test.step('open the URL in another page, and go back', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(entries(other)).toHaveCount(10);
    await expect(other.getByRole('combobox', { name: 'Environment' })).toHaveValue('production');
    await other.close();
    await page.goBack();
    await expect(entries(page)).toHaveCount(30);
    await page.goForward();
    await expect(entries(page)).toHaveCount(10);
  });

  await test.step('clear the filters if there are no results', async () => {
    await words(page).fill('nowhere');
    await expect(page.getByText('No build matches')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    const region = page.getByRole('region', { name: 'Executions' });
    await region.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(`${millrace.url}/admin/mill`);
    await expect(words(page)).toHaveValue('');
    await expect(entries(page)).toHaveCount(50);
  });

  await test.step('add a build to the list once it matches', async () => {
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failure');
    await words(page).fill('barley');
    await expect(page.getByText('No build matches')).toBeVisible();
    await tree.commit({ '.drone.yml': pipelineOf(['exit 3']) }, 'Grind barley');
    await tree.push();
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText('Grind barley');
    await expect(total(page)).toHaveText('1 build');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('shows the filters in a sheet that works with the keyboard', async ({
    millrace,
    signedIn: page,
  }) => {
    const tree = await WorkTree.create(millrace, 'admin/mill');
    await tree.commit({ '.drone.yml': pipelineOf(['exit 3']) }, 'Begin');
    await tree.push();
    await (await Admin.signIn(millrace)).finishedBuild('admin/mill', 1);
    await page.goto(`${millrace.url}/admin/mill`);
    const status = page.getByRole('combobox', { name: 'Status' });
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await expect(words(page)).toBeVisible();
    await expect(status).toBeHidden();
    await words(page).focus();
    await page.keyboard.press('Tab');
    await expect(filters).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(status).toBeFocused();
    expect(await findBarriersInThemes(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(filters).toBeFocused();
  });
});

test('lists the builds of all repositories, page by page', async ({ millrace, signedIn: page }) => {
  const pushTo = async (slug: string, command: string, message: string) => {
    const tree = await WorkTree.create(millrace, slug);
    await tree.commit({ '.drone.yml': pipelineOf([command]) }, message);
    await tree.push();
    return tree;
  };
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Builds' })
    .click();
  await expect(page).toHaveURL(`${millrace.url}/builds-feed`);
  await expect(page.getByText('There are no builds yet')).toBeVisible();
  await pushTo('admin/mill', 'echo one', 'Begin the mill');
  await pushTo('admin/race', 'exit 3', 'Begin the race');
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText('admin/race #1 Begin the race');
  await expect(page.getByRole('img', { name: 'Failure' })).toBeVisible();
  expect(await findBarriersInThemes(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'Repository' }).selectOption('admin/mill');
  await expect(page).toHaveURL(/\?repo=admin%2Fmill$/);
  await expect(entries(page)).toHaveCount(1);
  await entries(page).getByRole('link').click();
  await expect(page).toHaveURL(`${millrace.url}/admin/mill/1`);
});
