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

test.describe('live', () => {
  test('follows while the step runs, and stops when the reader scrolls up', async ({
    page,
    mock,
  }) => {
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

  test('the toggle stops and starts following', async ({ page, mock }) => {
    await openLive(page, mock, 100);
    const follow = buttonOf(page, 'Follow logs');
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    printLines(mock, 101, 101);
    await expect(buttonOf(page, '1 new line')).toBeVisible();
    await follow.click();
    await expect(rowOf(page, 101)).toBeInViewport();
  });

  test('once it is off the view stays, at the end too, however much comes', async ({
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

  test('a reader who scrolls to the end with following off stays there', async ({ page, mock }) => {
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

  test('scrolling back to the end follows again', async ({ page, mock }) => {
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

  test('there is nothing to follow once the step is over', async ({ page, mock }) => {
    mock.state.log = numbered(3);
    await openLog(page, mock);
    await expect(buttonOf(page, 'Follow logs')).toHaveCount(0);
  });

  test('lines that come twice or out of order stand once, in order', async ({ page, mock }) => {
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

  test('a stream that is lost comes back, and nothing is doubled', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    mock.disconnectStreams();
    await expect.poll(() => mock.followers(logPath)).toBe(0);
    mock.restoreStreams();
    await expect.poll(() => mock.followers(logPath), { timeout: 20_000 }).toBe(1);
    printLines(mock, 1, 6);
    await expect(rowOf(page, 6)).toBeVisible();
    expect(await drawnLines(page)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('the end of the stream makes the build be read again', async ({ page, mock }) => {
    await openLive(page, mock, 3);
    setStep(mock, { status: 'failure', exit_code: 4 }, { version: 2 });
    mock.endLog(logPath);
    await expect(page.getByText('Exit Code 4')).toBeVisible();
    await expect(rowOf(page, 3)).toBeVisible();
  });

  test('new lines are read aloud only where someone asks, and not too many', async ({
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

  test('the stream alone brings the lines of a step that runs', async ({ page, mock }) => {
    await openLive(page, mock, 400);
    expect(await drawnLines(page)).not.toContain(1);
    printLines(mock, 401, 410);
    await expect(rowOf(page, 410)).toBeInViewport();
    expect(mock.calls(getLogs)).toEqual([]);
  });

  test('a reader who comes back after a loss misses no line, however many came', async ({
    page,
    mock,
  }) => {
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

test.describe('before a server that keeps no log of a step that runs', () => {
  const withheld =
    'Earlier lines are not available while the step is running. They appear when it finishes.';

  test('all that the stream brings is there, and nothing else is asked for', async ({
    page,
    mock,
  }) => {
    mock.isOriginal = true;
    await openLive(page, mock, 400);
    await buttonOf(page, 'Show all logs').click();
    await scrollToTop(page);
    await expect(textOf(page, 1)).toHaveText('line 1');
    expect(mock.calls(getLogs)).toEqual([]);
    await expect(page.getByText(withheld)).toHaveCount(0);
  });

  test('of a longer log the part that came shows, and the rest once the step is over', async ({
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
