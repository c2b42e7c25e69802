import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { logOf } from '../support/build-screen.ts';
import { atBothWidths, expect, test } from '../support/screen.ts';

test.use({ locale: 'zh-CN' });

/** Data from the server and technical terms, which are not translated. */
const data =
  /Say hello|ada|octo\/?|hello|default|test|lint|release|card|deploy|main|runner-7|Aa|production|Millrace|Log|[0-9a-f]{8}|API|Alt|Ctrl|Esc|Home|End|\b[a-z]\b|Error: it broke|[A-Z]{2,}/g;

/** Returns texts and accessible names on the page with Latin words, except data. */
async function findUntranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt'];
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      if (element.matches('script, noscript, style, option, [lang="en"], time, [data-line] *'))
        return [];
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const names = named.map((name) => element.getAttribute(name) ?? '');
      const isSilent = element.closest('[aria-hidden="true"]') !== null;
      return [...own.map((node) => node.textContent ?? ''), ...(isSilent ? [] : names)];
    });
  });
  return texts.filter((text) => /[a-z]{2}/i.test(text.replace(data, '')));
}

atBothWidths((width) => {
  test('translates the whole build page into Chinese', async ({ page, mock }) => {
    setBuild(mock, {
      status: 'failure',
      file_base: 7,
      stages: [
        recentStage({
          status: 'failure',
          steps: [
            recentStep({ name: 'test' }),
            recentStep({ number: 2, name: 'deploy', status: 'failure', exit_code: 1 }),
          ],
        }),
      ],
    });
    mock.state.log = linesOf(['hello', 'Error: it broke']);
    await page.goto('/octo/hello/1/1/2');
    await expect(logOf(page)).toContainText('it broke');
    await expect(page.getByText('退出码 1')).toBeVisible();
    await expect(page.getByText('此构建更改了流水线文件')).toBeAttached();
    await expect(page.getByText('最近 50 次构建中有 3 次')).toBeAttached();
    expect(await findUntranslated(page)).toEqual([]);
    if (width === 'phone') return;

    await page.getByRole('button', { name: '搜索日志' }).click();
    await expect(page.getByRole('textbox', { name: '搜索日志' })).toBeFocused();
    expect(await findUntranslated(page)).toEqual([]);
    await page.getByRole('button', { name: '操作' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await findUntranslated(page)).toEqual([]);
    await page.getByRole('menuitem').nth(1).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findUntranslated(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: '图形视图' }).click();
    await page.getByRole('button', { name: /deploy/ }).click();
    await expect(page.getByRole('dialog', { name: 'deploy' })).toBeVisible();
    expect(await findUntranslated(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findUntranslated(page)).toEqual([]);
  });
});
