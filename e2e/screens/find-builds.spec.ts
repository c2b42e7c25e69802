import { countBuilds, listBuilds, listFeedBuilds } from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { atBothWidths, expect, test } from '../support/screen.ts';

const slug = 'octo/hello';
const bar = (page: Page) => page.getByRole('search', { name: 'Find builds' });
const words = (page: Page) => bar(page).getByRole('searchbox');
const entries = (page: Page) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem');

atBothWidths((width) => {
  test('shows the filter bar above the list', async ({ page, mock }) => {
    mock.state.builds[slug] = [recentBuild({ number: 7, attempt: 1 })];
    await page.goto('/octo/hello');
    await expect(words(page)).toBeVisible();
    await expect(entries(page)).toHaveCount(1);
    const status = bar(page).getByRole('combobox', { name: 'Status' });
    if (width === 'phone') {
      await expect(status).toBeHidden();
      await bar(page).getByRole('button', { name: 'Filters' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('combobox', { name: 'Status' }).selectOption('success');
      await expect(page).toHaveURL('/octo/hello?status=success');
      await sheet.getByRole('button', { name: 'Done' }).click();
      await expect(sheet).toBeHidden();
      await expect(bar(page).getByRole('button', { name: 'Filters (1)' })).toBeFocused();
      return;
    }
    await expect(status).toBeVisible();
  });

  test('shows no filter bar if the server does not support it, even with filters in the URL', async ({
    page,
    mock,
  }) => {
    mock.state.builds[slug] = [recentBuild({ number: 7 })];
    await page.goto('/octo/hello?status=failure');
    await expect(entries(page)).toHaveCount(1);
    await expect(bar(page)).toHaveCount(0);
    expect(mock.calls(countBuilds)).toEqual([]);
    expect(mock.calls(listBuilds).every(({ query }) => query.status === undefined)).toBe(true);
    await expect(page.getByRole('link', { name: 'Builds', exact: true })).toHaveCount(1);
  });
});

test('sends typed words in one call, and adds them to the URL', async ({ page, mock }) => {
  mock.state.builds[slug] = [recentBuild({ number: 7, attempt: 1 })];
  await page.goto('/octo/hello');
  await words(page).pressSequentially('fix it');
  await expect(page).toHaveURL('/octo/hello?q=fix+it');
  await expect.poll(() => mock.calls(listBuilds).map(({ query }) => query.q)).toContain('fix it');
});

test('sends a typed date as unix times', async ({ page, mock }) => {
  mock.config = { ...mock.config, extras: true };
  await page.goto('/builds-feed');
  await bar(page).getByRole('button', { name: 'More filters' }).click();
  await bar(page).getByLabel('From').focus();
  await page.keyboard.type('11232026');
  await expect(page).toHaveURL('/builds-feed?after=2026-11-23');
  await expect.poll(() => mock.calls(listFeedBuilds).at(-1)?.query.after).toMatch(/^17\d{8}$/);
  const times = mock.calls(listFeedBuilds).flatMap(({ query }) => query.after ?? []);
  expect(times.filter((time) => !/^\d+$/.test(time))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/builds-feed');
});

test('shows why the server rejected a filter, which can be cleared', async ({ page, mock }) => {
  mock.config = { ...mock.config, extras: true };
  mock.state.repos = [sampleRepo()];
  mock.fail(listFeedBuilds, 'after is a time in unix seconds, or a day as YYYY-MM-DD', 400);
  await page.goto('/builds-feed?after=never');
  await expect(page.getByRole('main').getByText('after is a time in unix seconds')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Clear filters' })).toBeEnabled();
});

test('shows the repository of each build on the page of all builds', async ({ page, mock }) => {
  mock.config = { ...mock.config, extras: true };
  mock.state.repos = [sampleRepo()];
  mock.state.builds = { [slug]: [recentBuild({ number: 7, attempt: 1 })] };
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Builds' })
    .click();
  await expect(page.getByRole('heading', { name: 'Builds', level: 1 })).toBeVisible();
  await expect(entries(page)).toContainText(['octo/hello #7']);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('has translated filters', async ({ page, mock }) => {
    mock.config = { ...mock.config, extras: true };
    mock.state.repos = [sampleRepo()];
    mock.state.builds = { [slug]: [recentBuild({ number: 7, attempt: 1 })] };
    await page.goto('/builds-feed?target=production');
    const filters = page.getByRole('search', { name: '查找构建' });
    await expect(filters.getByRole('combobox', { name: '状态' })).toContainText('成功（1）');
    await expect(filters.getByRole('combobox', { name: '环境' })).toHaveValue('production');
    await expect(page.getByText('1 个构建')).toBeVisible();
  });
});
