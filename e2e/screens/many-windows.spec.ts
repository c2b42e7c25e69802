import { numbered } from '@millrace/contract/testing';
import { logPath, setStep } from '@millrace/contract/testing/mock-api';
import { printLines, rowOf, stepUrl } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

const windows = 8;

test('updates eight visible windows over HTTP/1.1, and loads another page beside them', async ({
  page,
  mock,
}) => {
  // Eight windows that are drawn on one busy core take long.
  test.setTimeout(300_000);
  setStep(mock, { status: 'running' });
  mock.state.log = numbered(5);
  const context = page.context();
  const pages = [page];
  while (pages.length < windows) pages.push(await context.newPage());
  for (const each of pages) {
    await each.goto(stepUrl);
    await expect(rowOf(each, 5)).toBeVisible({ timeout: 120_000 });
    expect(await each.evaluate(() => document.visibilityState)).toBe('visible');
  }
  await expect.poll(() => mock.listeners).toBe(1);
  expect(mock.followers(logPath)).toBeLessThanOrEqual(4);
  mock.state.log = numbered(9);
  printLines(mock, 6, 9);
  for (const each of pages) await expect(rowOf(each, 9)).toBeVisible();

  const other = await context.newPage();
  await other.goto('/octo/hello');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.close();
  for (const each of pages.slice(1)) await each.close();
  await expect.poll(() => mock.listeners).toBe(1);
});
