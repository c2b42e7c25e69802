import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { buttonOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

const account = /\/account-screens-.*\.js/;
const title = (page: Page) => page.getByRole('heading', { name: 'Account Settings' });

/** Aborts the first `times` requests for matching files. */
async function failFirst(page: Page, files: RegExp, times: number): Promise<void> {
  let lost = 0;
  await page.route(files, (route) => {
    lost += 1;
    return lost <= times ? route.abort() : route.continue();
  });
}

/** Opens the account page without a reload. */
async function goToAccount(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState(null, '', '/account');
    dispatchEvent(new PopStateEvent('popstate'));
  });
}

test('retries the code of a page by itself', async ({ page }) => {
  await failFirst(page, account, 1);
  await page.goto('/account');
  await expect(title(page)).toBeVisible();
});

test('loads a page with Try again after repeated failures', async ({ page }) => {
  let isUp = false;
  await page.route(account, (route) => (isUp ? route.continue() : route.abort()));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await goToAccount(page);
  await buttonOf(page, 'Try again').click();
  isUp = true;
  await expect(title(page)).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('retries the code and styles of a view by itself', async ({ page, mock }) => {
  setBuild(mock);
  await failFirst(page, /\/build-graph-.*\.(js|css)/, 2);
  await page.goto('/octo/hello/1');
  await buttonOf(page, 'Graph View').click();
  const graph = page.getByRole('region', { name: 'Stages and steps as a graph' });
  await expect(graph).toBeVisible();
  await expect(graph.getByRole('button', { name: /default$/ })).toHaveCSS('cursor', 'pointer');
});

test('shows a loading state at once while the code of a page is slow', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(account, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await goToAccount(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Loading...')).toBeAttached();
  await expect(main.locator('[class*=skeleton]').first()).toBeVisible();
  resolve();
  await expect(title(page)).toBeVisible();
});
