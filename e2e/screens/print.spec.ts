import { linesOf, numbered } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { buttonOf, logOf, rowOf, textOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

test.afterEach(({ page }) => page.emulateMedia({ media: null }));

test('prints the light theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('millrace.theme', 'dark'));
  await page.goto('/');
  const body = page.locator('body');
  await expect(body).toHaveCSS('color-scheme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await expect(body).toHaveCSS('color-scheme', 'light');
});

test('prints log lines in the normal document flow', async ({ page, mock }) => {
  setBuild(mock);
  mock.state.log = linesOf(['one', 'two']);
  await page.goto('/octo/hello/1/1/1');
  await expect(rowOf(page, 2)).toHaveCSS('position', 'absolute');
  await page.emulateMedia({ media: 'print' });
  for (const line of [1, 2]) await expect(rowOf(page, line)).toHaveCSS('transform', 'none');
  await expect(rowOf(page, 2)).toHaveCSS('position', 'static');
});

test('prints the facts, stages and complete log of a build', async ({ page, mock }) => {
  setBuild(mock);
  mock.state.log = numbered(60);
  await page.goto('/octo/hello/1/1/1');
  await expect(rowOf(page, 20)).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(buttonOf(page, 'Restart')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('tree').or(page.getByText('default')).first()).toBeVisible();
  const log = logOf(page);
  expect(await log.evaluate((part) => part.scrollHeight - part.clientHeight)).toBeLessThan(2);
  const places = await page.evaluate(() => {
    const end = document.querySelector('[role="log"]')?.getBoundingClientRect().bottom ?? 0;
    return { end: end + scrollY, page: document.documentElement.scrollHeight };
  });
  expect(places.end).toBeLessThanOrEqual(places.page);
});

test('prints the graph', async ({ page, mock }) => {
  setBuild(mock);
  await page.goto('/octo/hello/1');
  await buttonOf(page, 'Graph View').click();
  const node = page.getByRole('button', { name: /default$/ });
  await expect(node).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Restart', exact: true })).toBeHidden();
  await expect(page.locator('.react-flow')).toHaveCSS('height', '480px');
  await expect(node).toBeInViewport();
});

test('prints the dashboard without navigation', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /octo \/ hello/ }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(buttonOf(page, 'Sync')).toBeHidden();
  await expect(page.getByRole('link', { name: /octo \/ hello/ }).first()).toBeVisible();
});

test('prints all shown log lines, including those outside the viewport', async ({ page, mock }) => {
  setBuild(mock);
  mock.state.log = numbered(180);
  await page.goto('/octo/hello/1/1/1');
  await expect(rowOf(page, 20)).toBeInViewport();
  await expect(rowOf(page, 180)).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const line of [1, 90, 180]) await expect(textOf(page, line)).toHaveText(`line ${line}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Skip to content')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(rowOf(page, 180)).toHaveCount(0);
});
