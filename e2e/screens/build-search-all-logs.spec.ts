import { type LogHit, type LogSearch, searchLogs } from '@millrace/contract/api';
import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { findBarriersInThemes } from '../support/barriers.ts';
import { buttonOf, logOf, rowOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

const hitAt = (pos: number, out: string, from = 0, to = 5): LogHit => ({
  pos,
  out,
  before: 0,
  after: 0,
  ranges: [{ from, to }],
});
const found: LogSearch = {
  count: 302,
  isComplete: true,
  steps: [
    { stage: 1, step: 1, count: 1, hits: [hitAt(2, 'wheel is stuck')] },
    {
      stage: 1,
      step: 2,
      count: 301,
      hits: [
        hitAt(4, 'the wheel', 4, 9),
        { ...hitAt(900, 'a long wheel goes on', 7, 12), before: 400, after: 12 },
      ],
    },
  ],
};
const box = (page: Page) => page.getByRole('textbox', { name: 'Search all logs' });
const statusText = (page: Page) => page.getByRole('status').filter({ hasText: /./ }).first();
const hits = (page: Page) => page.getByRole('navigation', { name: 'Lines that were found' });

function giveSteps(mock: MockServer, fields: object = { attempt: 1 }) {
  const steps = [recentStep({ name: 'build' }), recentStep({ number: 2, name: 'test' })];
  setBuild(mock, { stages: [recentStage({ name: 'mill', steps })], ...fields });
  mock.state.log = linesOf(Array.from({ length: 1000 }, (_, at) => `wheel ${at + 1}`));
  mock.state.search = found;
}

atBothWidths((width) => {
  test('finds and opens lines in all steps', async ({ page, mock }) => {
    giveSteps(mock);
    await page.goto('/octo/hello/1');
    await buttonOf(page, 'Search all logs').click();
    await expect(box(page)).toBeFocused();
    await expect(statusText(page)).toHaveText('Type to look through the logs of 2 steps.');
    await box(page).fill('wheel');
    await expect(statusText(page)).toHaveText('302 lines in 2 steps');
    await expect(page).toHaveURL(/\/octo\/hello\/1\?search=wheel$/);
    await expect(hits(page)).toContainText('mill / build1 line');
    await expect(hits(page)).toContainText('299 more lines are not listed.');
    await expect(hits(page).locator('mark')).toHaveText(['wheel', 'wheel', 'wheel']);
    await hits(page).getByRole('link', { name: '901' }).click();
    await expect(page).toHaveURL('/octo/hello/1/1/2?search=wheel#L901');
    await expect(rowOf(page, 901)).toBeInViewport();
    if (width !== 'phone') return;
    await buttonOf(page, 'Close').click();
    await expect(statusText(page)).toHaveText('302 lines in 2 steps');
    await buttonOf(page, 'Close').click();
    await expect(box(page)).toHaveCount(0);
    await expect(page).toHaveURL('/octo/hello/1/1/2');
  });

  test('has no accessibility violations', async ({ page, mock }) => {
    giveSteps(mock);
    mock.state.search = { ...found, isComplete: false, reason: 'time' };
    await page.goto('/octo/hello/1?search=wheel');
    await expect(hits(page)).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });

  test('shows hints, empty results and errors', async ({ page, mock }) => {
    giveSteps(mock);
    mock.state.search = { count: 0, steps: [], isComplete: true };
    await page.goto('/octo/hello/1?search=spoke');
    await expect(statusText(page)).toHaveText('No line matches');
    mock.state.search = { ...found, isComplete: false, reason: 'time' };
    await box(page).fill('wheel');
    await expect(page.getByText('The search timed out')).toBeVisible();
    await expect(statusText(page)).toHaveText('302 lines in 2 steps');
    mock.fail(searchLogs, 'Invalid regular expression: /(/giu: Unterminated group', 400);
    await buttonOf(page, 'Regular expression').click();
    await expect(page.getByText('Unterminated group')).toBeVisible();
    await expect(hits(page)).toHaveCount(0);
    mock.fail(searchLogs, 'The object store is away: no answer', 503);
    await box(page).fill('axle');
    await expect(page.getByRole('alert').getByText('The object store is away')).toBeVisible();
    mock.restore(searchLogs);
    await buttonOf(page, 'Try again').click();
    await expect(hits(page)).toBeVisible();
  });
});

test('walks through the matches with the keyboard and restores the focus', async ({
  page,
  mock,
}) => {
  giveSteps(mock);
  await page.goto('/octo/hello/1/1/1');
  await expect(logOf(page)).toBeVisible();
  await expect(buttonOf(page, 'Search all logs')).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('wheel');
  await expect(hits(page)).toBeVisible();
  const current = hits(page).locator('[aria-current]');
  for (const [key, path, line] of [
    ['Enter', '/1/1', 3],
    ['Enter', '/1/2', 5],
    ['Enter', '/1/2', 901],
    ['Enter', '/1/1', 3],
    ['Shift+Enter', '/1/2', 901],
    ['Shift+Enter', '/1/2', 5],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(`/octo/hello/1${path}?search=wheel#L${line}`);
    await expect(current).toContainText(String(line));
    await expect(rowOf(page, line)).toBeInViewport();
    await expect(box(page)).toBeFocused();
  }
  await expect(page.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(buttonOf(page, 'Search all logs')).toBeFocused();
  await expect(page).toHaveURL('/octo/hello/1/1/2#L5');
});

test('stores the whole search in the URL', async ({ page, mock }) => {
  giveSteps(mock);
  await page.goto('/octo/hello/1');
  await buttonOf(page, 'Graph View').click();
  await page.goto('/octo/hello/1/1/2?search=w.*l&regexp=true&case=true#L5');
  await expect(box(page)).toHaveValue('w.*l');
  await expect(buttonOf(page, 'Regular expression')).toHaveAttribute('aria-pressed', 'true');
  await expect(buttonOf(page, 'Match case')).toHaveAttribute('aria-pressed', 'true');
  await expect(rowOf(page, 5)).toBeInViewport();
  await buttonOf(page, 'Match case').click();
  await expect(page).toHaveURL('/octo/hello/1/1/2?search=w.*l&regexp=true#L5');
});

test('is not offered if the server does not support it', async ({ page, mock }) => {
  giveSteps(mock, {});
  await page.goto('/octo/hello/1/1/1?search=wheel');
  await expect(logOf(page)).toBeVisible();
  await expect(page.getByText('Search all logs')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+F');
  await expect(box(page)).toHaveCount(0);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('is translated', async ({ page, mock }) => {
    giveSteps(mock);
    await page.goto('/octo/hello/1?search=wheel');
    await expect(page.getByText('2 个步骤中共 302 行')).toBeVisible();
  });
});

test('keeps the matches when a refetch fails', async ({ page, mock }) => {
  giveSteps(mock);
  await page.goto('/octo/hello/1?search=wheel');
  await expect(statusText(page)).toHaveText('302 lines in 2 steps');
  await expect.poll(() => mock.listeners).toBe(1);
  mock.fail(searchLogs, 'No search now', 500);
  mock.disconnectStreams();
  mock.restoreStreams();
  await expect(page.getByRole('alert').filter({ hasText: 'No search now' })).toBeVisible();
  await expect(hits(page).locator('mark')).toHaveText(['wheel', 'wheel', 'wheel']);
});
