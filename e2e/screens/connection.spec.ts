import { numbered, sampleRepo } from '@millrace/contract/testing';
import type { Locator } from '@playwright/test';
import { openLive, rowOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

const lost = 'The connection to the server is lost. What you see may be old.';

/** Advances the clock until this many elements are shown. */
async function passUntil(shown: Locator, count: number): Promise<void> {
  const countAfterWhile = async () => {
    await shown.page().clock.fastForward(1000);
    return shown.count();
  };
  await expect.poll(countAfterWhile, { intervals: [50], timeout: 60_000 }).toBe(count);
}

test('reports that the browser is offline, and catches up afterwards', async ({
  page,
  mock,
  context,
}) => {
  await page.goto('/');
  await expect.poll(() => mock.listeners).toBe(1);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  mock.disconnectStreams();
  mock.restoreStreams();
  mock.state.repos.push(sampleRepo({ id: 2, slug: 'octo/missed' }));
  await context.setOffline(false);
  await expect(page.getByText(/What you see may be old/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /octo \/ missed/ })).toBeVisible();
});

test('reconnects to a restarted server', async ({ page, mock }) => {
  await page.clock.install();
  await page.goto('/');
  await expect.poll(() => mock.listeners).toBe(1);
  await mock.stop();
  await passUntil(page.getByText(lost), 1);
  await mock.start();
  await passUntil(page.getByText(lost), 0);
});

test('keeps a build readable while the server is down, and continues afterwards', async ({
  page,
  mock,
}) => {
  await page.clock.install();
  await openLive(page, mock, 50);
  await expect.poll(() => mock.listeners).toBe(1);
  await mock.stop();
  await passUntil(page.getByText(lost), 1);
  await expect(rowOf(page, 50)).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: /Say hello/ })).toBeVisible();
  mock.state.log = numbered(60);
  await mock.start();
  await passUntil(page.getByText(lost), 0);
  // A worker with the real clock reads the log.
  await expect(rowOf(page, 60)).toBeInViewport({ timeout: 60_000 });
});

test('loads a page that was opened while the server was down', async ({ page, mock }) => {
  // Routing a request bypasses the browser's cache.
  await page.route('**/latest-build-screens-*.js', (route) => route.continue());
  await page.clock.install();
  await page.goto('/octo/hello');
  await expect(page.getByText('Change 3')).toBeVisible();
  await mock.stop();
  await page.getByRole('link', { name: 'Deployments' }).click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await mock.start();
  await passUntil(page.getByText('Your Deployment List is Empty.'), 1);
});
