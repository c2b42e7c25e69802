import { getCurrentUser, getLogs, listUserRepos } from '@millrace/contract/api';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { expect, test } from '../support/screen.ts';

test('does not retry a failed log by itself', async ({ page, mock }) => {
  setBuild(mock);
  mock.fail(getLogs, 'the database is locked', 503);
  await page.clock.install();
  await page.goto('/octo/hello/1');
  const main = page.getByRole('main');
  await expect(main.getByText('the database is locked')).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  await page.clock.fastForward(20_000);
  expect(mock.calls(getLogs)).toHaveLength(1);
  mock.restore(getLogs);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('the database is locked')).toHaveCount(0);
  await expect.poll(() => mock.calls(getLogs).length).toBe(2);
});

test('logs no errors for requests aborted by navigation', async ({ page, mock }) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  for (const endpoint of [getCurrentUser, listUserRepos]) {
    const release = mock.hold(endpoint);
    const before = mock.calls(endpoint).length;
    await page.goto('/');
    await expect.poll(() => mock.calls(endpoint).length).toBeGreaterThan(before);
    await page.goto('/octo/hello');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(logged).toEqual([]);
});
