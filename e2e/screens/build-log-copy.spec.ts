import { readFile } from 'node:fs/promises';
import { linesOf, numbered } from '@millrace/contract/testing';
import { setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { buttonOf, logOf, openLog, rowOf, stepUrl, textOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.describe('download and copy', () => {
  test('downloads the log under its name with exactly the printed text', async ({ page, mock }) => {
    const texts = ['\u001b[31mred\u001b[0m', '10%\r20%', '', 'ünïcode 😀', 'a\tb'];
    mock.state.log = [
      ...numbered(600),
      ...linesOf(texts, 600),
      { pos: 605, out: 'no end', time: 9 },
    ];
    await openLog(page, mock);
    const started = page.waitForEvent('download');
    await buttonOf(page, 'Download log').click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('octo-hello-1-1-1.log');
    const lines = numbered(600).map(({ out }) => out);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      `${lines.join('')}${texts.join('\n')}\nno end`,
    );
  });

  test('disables search and download for an empty log', async ({ page, mock }) => {
    setStep(mock, { status: 'success' });
    await page.goto(stepUrl);
    await expect(buttonOf(page, 'Download log')).toBeDisabled();
    await expect(buttonOf(page, 'Search the log')).toBeDisabled();
  });

  const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
  const copySelection = async (page: Page) => {
    await page.keyboard.press('Control+c');
    return readClipboard(page);
  };

  test('copies a selection that includes lines that are not rendered', async ({ page, mock }) => {
    mock.state.log = numbered(240);
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rowOf(page, 3)).toBeVisible();
    const select = (line: number, column: number, isStart: boolean) =>
      page.evaluate(
        ([row, at, collapses]) => {
          const text = document.querySelector(`[data-line="${row}"] [data-from] span`)?.firstChild;
          if (!text) throw new Error('The line is not drawn');
          if (collapses) getSelection()?.collapse(text, at);
          else getSelection()?.extend(text, at);
        },
        [line - 1, column, isStart] as const,
      );
    await select(3, 5, true);
    await select(4, 1, false);
    await logOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(rowOf(page, 238)).toBeVisible();
    await expect(rowOf(page, 100)).toHaveCount(0);
    await select(238, 6, false);
    const wanted = numbered(238)
      .slice(2)
      .map(({ out }) => out)
      .join('')
      .slice(5, -3);
    await expect.poll(() => copySelection(page)).toBe(wanted);
  });

  test('extends a selection by dragging while the log scrolls', async ({ page, mock }) => {
    mock.state.log = numbered(240);
    await openLog(page, mock);
    await logOf(page).evaluate((element) => element.scrollTo({ top: 0 }));
    const endOf = async (line: number, side: 'left' | 'right') => {
      const box = await textOf(page, line).locator('span').first().boundingBox();
      if (!box) throw new Error(`Line ${line} is not drawn`);
      return [side === 'left' ? box.x + 1 : box.x + box.width - 1, box.y + box.height / 2] as const;
    };
    const linesFrom = (from: number, to: number) =>
      numbered(to)
        .slice(from - 1)
        .map(({ out }) => out)
        .join('')
        .trimEnd();
    await expect(rowOf(page, 3)).toBeInViewport();
    await page.mouse.move(...(await endOf(3, 'left')));
    await page.mouse.down();
    await page.mouse.move(...(await endOf(8, 'right')), { steps: 4 });
    await page.mouse.wheel(0, 3000);
    await expect(rowOf(page, 160)).toBeInViewport();
    const [x, y] = await endOf(160, 'right');
    await page.mouse.move(100, y, { steps: 4 });
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => copySelection(page)).toBe(linesFrom(3, 160));

    // Clears the selection first: dragging selected text would move it.
    await page.mouse.click(...(await endOf(158, 'left')));
    await page.mouse.move(...(await endOf(160, 'left')));
    await page.mouse.down();
    const footer = await page.getByRole('contentinfo').boundingBox();
    await page.mouse.move(x, (footer?.y ?? 0) + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => copySelection(page)).toBe(linesFrom(160, 240));
  });

  test('copies the whole log after Ctrl+A, including lines that were not fetched', async ({
    page,
    mock,
  }) => {
    mock.state.log = numbered(2000);
    await openLog(page, mock);
    await logOf(page).focus();
    await page.keyboard.press('Control+a');
    await expect(rowOf(page, 2000)).toHaveClass(/selected/);
    await page.keyboard.press('Control+c');
    const whole = numbered(2000)
      .map(({ out }) => out)
      .join('');
    await expect.poll(() => readClipboard(page).catch(() => '')).toBe(whole);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 2000)).not.toHaveClass(/selected/);
  });

  test('copies the whole log on plain HTTP, where the Clipboard API is not available', async ({
    page,
    mock,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
    );
    mock.state.log = numbered(3);
    await openLog(page, mock);
    await logOf(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await buttonOf(page, 'Search the log').click();
    const field = page.getByRole('textbox', { name: 'Search the log' });
    await expect(async () => {
      await field.fill('');
      await page.keyboard.press('Control+v');
      await expect(field).toHaveValue(/^line 1.*line 2.*line 3/, { timeout: 500 });
    }).toPass();
  });
});
