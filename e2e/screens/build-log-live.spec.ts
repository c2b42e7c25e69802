import { getLogs } from '@millrace/contract/api';
import { numbered, recentStage, recentStep } from '@millrace/contract/testing';
import { logPath, publishUpdate, setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import {
  buttonOf,
  drawnLines,
  logOf,
  openLive,
  openLog,
  printLines,
  rowOf,
  stepUrl,
  textOf,
} from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

async function scrollToTop(page: Page): Promise<void> {
  await logOf(page).hover();
  await page.mouse.wheel(0, -1_000_000);
}

test.describe('running step', () => {
  test('follows the log, and stops when the viewer scrolls up', async ({ page, mock }) => {
    await openLive(page, mock, 100);
    const follow = buttonOf(page, 'Follow logs');
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    printLines(mock, 101, 150);
    await expect(rowOf(page, 150)).toBeInViewport();

    await logOf(page).hover();
    await page.mouse.wheel(0, -900);
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    const top = await logOf(page).evaluate((element) => element.scrollTop);
    printLines(mock, 151, 157);
    await expect(buttonOf(page, '7 new lines')).toBeVisible();
    printLines(mock, 158, 158);
    await expect(buttonOf(page, '8 new lines')).toBeVisible();
    expect(await logOf(page).evaluate((element) => element.scrollTop)).toBe(top);

    await buttonOf(page, '8 new lines').click();
    await expect(rowOf(page, 158)).toBeInViewport();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: /\d new line/ })).toHaveCount(0);
    printLines(mock, 159, 170);
    await expect(rowOf(page, 170)).toBeInViewport();
  });

  test('shows the last line while it grows, and once when it is finished', async ({
    page,
    mock,
  }) => {
    await openLive(page, mock, 3);
    const print = (pos: number, out: string, line: number) =>
      mock.publishLine(logPath, { pos, out, time: 1, line });
    print(3, 'Downloading ', 3);
    await expect(textOf(page, 4)).toHaveText(/Downloading\s*$/);
    print(4, '....', 3);
    await expect(textOf(page, 4)).toHaveText(/Downloading \.\.\.\.$/);
    print(5, '', 3);
    print(6, '. done\nnext\nla', 3);
    await expect(textOf(page, 6)).toHaveText(/la$/);
    await expect(textOf(page, 4)).toHaveText(/Downloading \.\.\.\.\. done$/);
    await expect(textOf(page, 5)).toHaveText(/next$/);
    print(7, 'st', 5);
    await expect(textOf(page, 6)).toHaveText(/last$/);
    expect(await drawnLines(page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('starts and stops following with the toggle', async ({ page, mock }) => {
    await openLive(page, mock, 100);
    const follow = buttonOf(page, 'Follow logs');
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    printLines(mock, 101, 101);
    await expect(buttonOf(page, '1 new line')).toBeVisible();
    await follow.click();
    await expect(rowOf(page, 101)).toBeInViewport();
  });

  test('keeps the scroll position while following is off, even at the end of the log', async ({
    page,
    mock,
  }) => {
    await openLive(page, mock, 100);
    const follow = buttonOf(page, 'Follow logs');
    const top = () => logOf(page).evaluate((element) => element.scrollTop);
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    const before = await top();
    printLines(mock, 101, 140);
    await expect(buttonOf(page, '40 new lines')).toBeVisible();
    printLines(mock, 141, 400);
    await expect(buttonOf(page, '300 new lines')).toBeVisible();
    expect(await top()).toBe(before);
    await expect(rowOf(page, 100)).toBeInViewport();

    await follow.click();
    await expect(rowOf(page, 400)).toBeInViewport();
    await follow.click();
    printLines(mock, 401, 440);
    await expect(buttonOf(page, '40 new lines')).toBeVisible();
    await expect(rowOf(page, 400)).toBeInViewport();
    await expect(rowOf(page, 440)).not.toBeInViewport();
  });

  test('stays off when the viewer scrolls to the end after turning following off', async ({
    page,
    mock,
  }) => {
    await openLive(page, mock, 100);
    const follow = buttonOf(page, 'Follow logs');
    await follow.click();
    await logOf(page).hover();
    await page.mouse.wheel(0, 5000);
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    printLines(mock, 101, 140);
    await expect(buttonOf(page, '40 new lines')).toBeVisible();
    await expect(rowOf(page, 100)).toBeInViewport();
    await expect(rowOf(page, 140)).not.toBeInViewport();
  });

  test('follows again when the viewer scrolls back to the end', async ({ page, mock }) => {
    await openLive(page, mock, 120);
    const follow = buttonOf(page, 'Follow logs');
    await logOf(page).hover();
    await page.mouse.wheel(0, -900);
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await page.mouse.wheel(0, 5000);
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
  });

  test('follows again on End, and announces each change', async ({ page, mock }) => {
    await openLive(page, mock, 120);
    const follow = buttonOf(page, 'Follow logs');
    const told = page.locator('[aria-live="polite"]');
    await expect(told.filter({ hasText: 'Following the log' })).toHaveCount(1);
    await logOf(page).focus();
    await page.keyboard.press('Home');
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await expect(told.filter({ hasText: 'The log is not followed.' })).toHaveCount(1);
    printLines(mock, 121, 160);
    await expect(buttonOf(page, '40 new lines')).toBeVisible();
    await page.keyboard.press('End');
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    await expect(told.filter({ hasText: 'Following the log' })).toHaveCount(1);
    await expect(rowOf(page, 160)).toBeInViewport();
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await logOf(page).focus();
    await page.keyboard.press('End');
    printLines(mock, 161, 170);
    await expect(rowOf(page, 170)).toBeInViewport();
  });

  test('has no follow button for a finished step', async ({ page, mock }) => {
    mock.state.log = numbered(3);
    await openLog(page, mock);
    await expect(buttonOf(page, 'Follow logs')).toHaveCount(0);
  });

  test('shows lines once and in order if they arrive twice or out of order', async ({
    page,
    mock,
  }) => {
    await openLive(page, mock, 3);
    const lines = numbered(8);
    for (const at of [4, 3, 4, 1, 7, 6, 6, 5]) {
      const line = lines[at];
      if (line) mock.publishLine(logPath, line);
    }
    await expect(rowOf(page, 8)).toBeVisible();
    await expect.poll(() => drawnLines(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (let line = 1; line <= 8; line++) {
      await expect(textOf(page, line)).toHaveText(`line ${line}`);
    }
  });

  test('reconnects a lost stream without duplicating lines', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    mock.disconnectStreams();
    await expect.poll(() => mock.followers(logPath)).toBe(0);
    mock.restoreStreams();
    await expect.poll(() => mock.followers(logPath), { timeout: 20_000 }).toBe(1);
    printLines(mock, 1, 6);
    await expect(rowOf(page, 6)).toBeVisible();
    expect(await drawnLines(page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('refetches the build at the end of the stream', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    setStep(mock, { status: 'failure', exit_code: 4 }, { version: 2 });
    mock.endLog(logPath);
    await expect(page.getByText('Exit Code 4')).toBeVisible();
    await expect(rowOf(page, 3)).toBeVisible();
  });

  test('announces new lines to screen readers only if enabled, at most five at a time', async ({
    page,
    mock,
  }) => {
    await openLive(page, mock, 3);
    const spoken = page.locator('[aria-live="polite"]').filter({ hasText: 'line' });
    const announce = buttonOf(page, 'Read new lines aloud');
    printLines(mock, 4, 6);
    await expect(rowOf(page, 6)).toBeVisible();
    await expect(spoken).toHaveCount(0);
    await announce.click();
    await expect(announce).toHaveAttribute('aria-pressed', 'true');
    printLines(mock, 7, 30);
    const newest = ['line 26', 'line 27', 'line 28', 'line 29', 'line 30'].join('\n');
    await expect.poll(() => spoken.textContent().then((text) => text?.trim())).toBe(newest);
    await announce.click();
    await expect(spoken).toHaveCount(0);
  });

  test('reads the lines of a running step only from the stream', async ({ page, mock }) => {
    await openLive(page, mock, 400);
    expect(await drawnLines(page)).not.toContain(1);
    printLines(mock, 401, 410);
    await expect(rowOf(page, 410)).toBeInViewport();
    expect(mock.calls(getLogs)).toEqual([]);
  });

  test('misses no lines after a reconnect', async ({ page, mock }) => {
    await openLive(page, mock, 10);
    mock.disconnectStreams();
    await expect.poll(() => mock.followers(logPath)).toBe(0);
    mock.state.log = numbered(900);
    mock.restoreStreams();
    await expect(rowOf(page, 900)).toBeVisible({ timeout: 20_000 });
    await buttonOf(page, 'Show all logs').click();
    await scrollToTop(page);
    await expect(textOf(page, 11)).toHaveText('line 11');
    expect(mock.calls(getLogs)).toEqual([]);
  });
});

test.describe('with a server that does not store the log of a running step', () => {
  const withheld =
    'Earlier lines are not available while the step is running. They appear when it finishes.';

  test('shows all streamed lines without fetching others', async ({ page, mock }) => {
    mock.isOriginal = true;
    await openLive(page, mock, 400);
    await buttonOf(page, 'Show all logs').click();
    await scrollToTop(page);
    await expect(textOf(page, 1)).toHaveText('line 1');
    expect(mock.calls(getLogs)).toEqual([]);
    await expect(page.getByText(withheld)).toHaveCount(0);
  });

  test('shows the streamed part of a long log, and the rest when the step finishes', async ({
    page,
    mock,
  }) => {
    mock.isOriginal = true;
    const build = setStep(mock, { status: 'running' });
    const whole = numbered(6000);
    mock.state.log = whole.slice(5000);
    await page.goto(stepUrl);
    await expect(rowOf(page, 6000)).toBeVisible();
    await buttonOf(page, 'Show all logs').click();
    await expect(page.getByText(withheld)).toBeVisible();
    await expect(buttonOf(page, 'Show all logs')).toHaveCount(0);
    await scrollToTop(page);
    await expect(rowOf(page, 5001)).toBeInViewport();
    expect(Math.min(...(await drawnLines(page)))).toBe(5001);

    mock.state.log = whole;
    await expect.poll(() => mock.listeners).toBe(1);
    publishUpdate(mock, build, {
      status: 'success',
      stages: [recentStage({ steps: [recentStep()] })],
    });
    await expect(page.getByText('Exit Code 0')).toBeVisible();
    await expect(page.getByText(withheld)).toHaveCount(0);
    await scrollToTop(page);
    await expect(textOf(page, 1)).toHaveText('line 1');
  });
});
