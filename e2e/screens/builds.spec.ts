import type { Build } from '@millrace/contract/api';
import { recentBuilds } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const slug = 'octo/hello';
const entries = (page: Page) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem');

test('shows a linked bar with details for each of the last 50 builds', async ({ page, mock }) => {
  mock.state.builds[slug] = recentBuilds(60).map((build: Build) =>
    build.number === 60 ? { ...build, status: 'failure' } : build,
  );
  await page.goto('/octo/hello');
  const chart = page.getByRole('figure', { name: 'Durations of the last 50 builds' });
  const bars = chart.getByRole('link');
  await expect(bars).toHaveCount(50);
  await expect(bars.first()).toHaveAccessibleName('#11: Success, 1:00');
  await expect(bars.last()).toHaveAccessibleName('#60: Failure, 1:00');
  expect((await chart.boundingBox())?.height).toBe(170);
  const colour = (bar: typeof chart) =>
    bar.locator('i').evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour(bars.first())).not.toBe(await colour(bars.last()));
});

test('makes the chart one tab stop with arrow keys between bars', async ({ page, mock }) => {
  mock.state.builds[slug] = recentBuilds(5);
  await page.goto('/octo/hello');
  const chart = page.getByRole('figure', { name: 'Durations of the last 5 builds' });
  const bar = (number: number) => chart.getByRole('link', { name: `#${number}:` });
  await expect(bar(5)).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).last().focus();
  await page.keyboard.press('Tab');
  await expect(bar(5)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(bar(4)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(bar(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Select' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(entries(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(bar(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/octo/hello/1');
});
