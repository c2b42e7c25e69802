import { linesOf } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { buttonOf, logOf, openLog } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

const notice = 'The server has a new version of this page.';

/** Simulates a server of another version: the page has another script, and the code of the graph is missing. */
async function upgrade(page: Page): Promise<{ reloads: () => number }> {
  let reloads = 0;
  await page.route('**/static/build-graph-*.js', (route) => route.fulfill({ status: 404 }));
  await page.route(
    ({ pathname }) => pathname.startsWith('/octo/hello'),
    async (route) => {
      if (route.request().resourceType() === 'document') reloads += 1;
      if (route.request().resourceType() !== 'fetch') return route.continue();
      const contentType = 'text/html';
      const body = '<script type="module" src="/static/index-another.js"></script>';
      return route.fulfill({ contentType, body });
    },
  );
  return { reloads: () => reloads };
}

test('keeps the rest of the page if a view cannot be loaded, and retries the view', async ({
  page,
  mock,
}) => {
  mock.state.log = linesOf(['it works']);
  await page.route('**/static/build-graph-*.js', (route) => route.abort());
  await openLog(page, mock);
  await buttonOf(page, 'Graph View').click();
  await expect(page.getByText('This part of the interface could not be loaded.')).toBeVisible();
  await buttonOf(page, 'Log View').click();
  await expect(logOf(page)).toContainText('it works');
  await page.unroute('**/static/build-graph-*.js');
  await buttonOf(page, 'Graph View').click();
  await expect(page.locator('.react-flow')).toBeVisible();
});

test('reloads the page once when the server has a new version', async ({ page, mock }) => {
  mock.state.log = linesOf(['it works']);
  await openLog(page, mock);
  const { reloads } = await upgrade(page);
  await buttonOf(page, 'Graph View').click();
  await expect.poll(reloads).toBe(1);
  await expect(page.getByText('This part of the interface could not be loaded.')).toBeVisible();
  await expect(page.getByText(notice)).toBeVisible();
  expect(reloads()).toBe(1);
});

test('keeps typed text when the server has a new version', async ({ page, mock }) => {
  await page.goto('/octo/hello');
  await buttonOf(page, 'New Build').click();
  const branch = page.getByRole('dialog').getByLabel('Branch');
  await branch.fill('topic');
  const { reloads } = await upgrade(page);
  mock.disconnectStreams();
  mock.restoreStreams();
  await expect(page.getByText(notice)).toBeVisible();
  await expect(branch).toHaveValue('topic');
  expect(reloads()).toBe(0);
});
