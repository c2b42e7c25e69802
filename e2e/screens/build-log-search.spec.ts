import { getLogs } from '@millrace/contract/api';
import { linesOf, numbered } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { buttonOf, logOf, openLive, openLog, printLines, rowOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

test.describe('log search', () => {
  const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search the log' });
  const count = (page: Page) => page.getByRole('search').locator('output');
  const current = (page: Page) => logOf(page).locator('[data-match="current"]');

  test('counts and walks through matches in all lines, including those not fetched', async ({
    page,
    mock,
  }) => {
    mock.state.log = numbered(3000);
    await openLog(page, mock);
    await buttonOf(page, 'Search the log').click();
    await expect(searchBox(page)).toBeFocused();
    await searchBox(page).fill('line 29');
    await expect(count(page)).toHaveText(/ of 111$/);
    await searchBox(page).fill('line 1234');
    await expect(count(page)).toHaveText('1 of 1');
    await expect(rowOf(page, 1234)).toBeInViewport();

    await searchBox(page).fill('line 77');
    await expect(count(page)).toHaveText(/ of 11$/);
    const at = async () => Number.parseInt((await count(page).textContent()) ?? '', 10);
    const first = await at();
    await page.keyboard.press('Enter');
    await expect.poll(at).toBe((first % 11) + 1);
    await buttonOf(page, 'Next match').click();
    await expect.poll(at).toBe(((first + 1) % 11) + 1);
    await searchBox(page).press('Shift+Enter');
    await buttonOf(page, 'Previous match').click();
    await expect.poll(at).toBe(first);
    for (let step = 0; step < 11; step++) await buttonOf(page, 'Next match').click();
    await expect.poll(at).toBe(first);
  });

  test('reports progress while the log loads, and keeps the lines visible', async ({
    page,
    mock,
  }) => {
    mock.state.log = numbered(3000);
    await openLog(page, mock);
    const release = mock.hold(getLogs);
    await buttonOf(page, 'Search the log').click();
    await searchBox(page).fill('line 1234');
    await expect(count(page)).toHaveText('Searching… 8 %');
    await expect(rowOf(page, 3000)).toContainText('line 3000');
    release();
    await expect(count(page)).toHaveText('1 of 1');
    await expect(rowOf(page, 1234)).toBeInViewport();
    await expect(current(page)).toHaveText('line 1234');
  });

  test('supports match case and regular expressions', async ({ page, mock }) => {
    mock.state.log = linesOf(['Wheel a.b', 'wheel axb', 'WHEEL', 'spoke']);
    await openLog(page, mock);
    await logOf(page).focus();
    await page.keyboard.press('Control+f');
    await searchBox(page).fill('wheel');
    await expect(count(page)).toHaveText('1 of 3');
    await buttonOf(page, 'Match case').click();
    await expect(count(page)).toHaveText('1 of 1');
    await buttonOf(page, 'Match case').click();
    await searchBox(page).fill('a.b');
    await expect(count(page)).toHaveText('1 of 1');
    await buttonOf(page, 'Regular expression').click();
    await expect(count(page)).toHaveText('1 of 2');
    await searchBox(page).fill('(');
    await expect(count(page)).not.toHaveText(/ of /);
    await expect(count(page)).not.toBeEmpty();
    await searchBox(page).fill('nothing like it');
    await expect(count(page)).toHaveText('No matches');
    await expect(buttonOf(page, 'Next match')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('search')).toHaveCount(0);
    await expect(logOf(page)).toBeFocused();
    await buttonOf(page, 'Search the log').click();
    await expect(searchBox(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(buttonOf(page, 'Search the log')).toBeFocused();
  });

  test('highlights matches across colors', async ({ page, mock }) => {
    mock.state.log = linesOf(['one \u001b[31mtw\u001b[32mo\u001b[0m three']);
    await openLog(page, mock);
    await buttonOf(page, 'Search the log').click();
    await searchBox(page).fill('two');
    await expect(count(page)).toHaveText('1 of 1');
    const marked = logOf(page).locator('[data-match]');
    for (const piece of await marked.all())
      await expect(piece).not.toHaveAttribute('style', /color/);
    await expect.poll(async () => (await marked.allTextContents()).join('')).toBe('two');
  });

  test('opens a folded group with a match', async ({ page, mock }) => {
    mock.state.log = linesOf(['::group::Setup', 'needle', '::endgroup::', 'after']);
    await openLog(page, mock);
    await page.getByRole('button', { name: 'Show or hide Setup' }).click();
    await expect(rowOf(page, 2)).toHaveCount(0);
    await buttonOf(page, 'Search the log').click();
    await searchBox(page).fill('needle');
    await expect(rowOf(page, 2)).toBeVisible();
    await expect(current(page).or(logOf(page).locator('[data-match]')).first()).toBeVisible();
  });

  test('includes new lines of a running step', async ({ page, mock }) => {
    await openLive(page, mock, 20);
    await buttonOf(page, 'Search the log').click();
    await searchBox(page).fill('line');
    await expect(count(page)).toHaveText(/ of 20$/);
    printLines(mock, 21, 25);
    await expect(count(page)).toHaveText(/ of 25$/);
  });
});
