import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { buttonOf, logOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Template code' });
const toFailure = (page: Page) => page.getByRole('link', { name: 'Go to the failing step' });

function giveFailure(mock: MockServer) {
  const steps = [recentStep(), recentStep({ number: 2, status: 'failure', exit_code: 1 })];
  const stages = [recentStage({ status: 'failure', steps })];
  setBuild(mock, { status: 'failure', attempt: 1, stages });
  mock.state.log = linesOf(['one', 'two']);
}

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test('types every key into the template editor', async ({ page }) => {
  await page.goto('/octo/hello/settings/templates');
  await buttonOf(page, 'New Template').click();
  await editor(page).click();
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('path: /srv/what?');
  await expect(editor(page)).toHaveText('path: /srv/what?');
  await expect(search(page)).toHaveCount(0);
  await expect(shortcuts(page)).toHaveCount(0);
});

test('ignores shortcuts in a menu or dialog', async ({ page, mock }) => {
  giveFailure(mock);
  await page.goto('/octo/hello/1/1/1');
  await expect(toFailure(page)).toBeVisible();
  await buttonOf(page, 'Actions').click();
  const menu = page.locator('[role=menu]');
  const promote = menu.getByRole('menuitem', { name: 'Promote' });
  // The menu receives keys only when it has the focus.
  await expect(menu.and(page.locator(':focus-within'))).toBeVisible();
  await press(page, 'f', '/', '?');
  await promote.click();
  // While the menu closes, it would restore the focus and receive the key.
  await expect(menu).toHaveCount(0);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await press(page, 'f', '/', '?');
  await expect(dialog).toHaveCount(1);
  await expect(page).toHaveURL('/octo/hello/1/1/1');
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await press(page, 'f');
  await expect(page).toHaveURL('/octo/hello/1/1/2');
});

test('can disable single-key shortcuts', async ({ page, mock }) => {
  giveFailure(mock);
  await page.goto('/octo/hello/1/1/1');
  await expect(toFailure(page)).toBeVisible();
  await press(page, '?');
  const keys = shortcuts(page).getByRole('switch', { name: 'Use single keys, such as / and F' });
  await keys.uncheck();
  await press(page, 'Escape');
  await expect(shortcuts(page)).toHaveCount(0);
  await page.reload();
  await expect(toFailure(page)).toBeVisible();
  await expect(buttonOf(page, 'Search')).toBeVisible();
  await press(page, 'f', '/', '?');
  await press(page, 'ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(search(page)).toBeVisible();
  await expect(page).toHaveURL('/octo/hello/1/1/1');
  await press(page, 'Escape');
  await expect(search(page)).toHaveCount(0);

  // The page of a log has no footer.
  await page.goto('/octo/hello');
  await buttonOf(page, 'Keyboard shortcuts').click();
  await keys.check();
  await press(page, 'Escape');
  await expect(shortcuts(page)).toHaveCount(0);
  await page.goto('/octo/hello/1/1/1');
  await expect(toFailure(page)).toBeVisible();
  await press(page, 'f');
  await expect(page).toHaveURL('/octo/hello/1/1/2');
});

test('distinguishes the shortcuts of log search and search of all logs', async ({ page, mock }) => {
  giveFailure(mock);
  await page.goto('/octo/hello/1/1/1');
  await logOf(page).focus();
  await press(page, 'Control+Shift+F');
  await expect(page.getByRole('textbox', { name: 'Search all logs' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Search the log' })).toHaveCount(0);
});

/** Composes a text with an input method, and presses keys before the composition ends. */
async function compose(page: Page, text: string, ...keys: string[]) {
  const browser = await page.context().newCDPSession(page);
  const end = text.length;
  await browser.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  for (const key of keys) await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key });
  await browser.detach();
}

test('leaves keys of an input method alone in the repository search', async ({ page }) => {
  await page.goto('/account');
  await buttonOf(page, 'Search').click();
  const input = search(page).getByRole('combobox');
  await expect(input).toBeFocused();
  await compose(page, 'hello');
  await expect(search(page).getByRole('option', { name: /octo \/ hello/ })).toBeVisible();
  const active = await input.getAttribute('aria-activedescendant');
  await compose(page, 'hello', 'ArrowDown');
  await expect(input).toHaveAttribute('aria-activedescendant', active ?? '');
  await expect(input).toBeFocused();
  await compose(page, 'hello', 'Enter');
  await expect(search(page)).toBeVisible();
  await expect(page).toHaveURL('/account');
});

test('does not add a parameter while an input method is composing', async ({ page }) => {
  await page.goto('/octo/hello');
  await buttonOf(page, 'New Build').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Key').fill('GRAIN');
  await dialog.getByLabel('Value').click();
  await compose(page, 'heimai', 'Enter');
  await expect(dialog.getByLabel('Value')).toHaveValue('heimai');
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
});

test('keeps log searches open while Escape cancels an input method', async ({ page, mock }) => {
  giveFailure(mock);
  await page.goto('/octo/hello/1/1/1');
  await expect(logOf(page)).toBeVisible();
  const inLog = page.getByRole('textbox', { name: 'Search the log' });
  await buttonOf(page, 'Search the log').click();
  await expect(inLog).toBeFocused();
  await compose(page, 'one', 'Escape');
  await expect(inLog).toBeVisible();
  const inAll = page.getByRole('textbox', { name: 'Search all logs' });
  await buttonOf(page, 'Search all logs').click();
  await expect(inAll).toBeFocused();
  await compose(page, 'two', 'Escape');
  await expect(inAll).toBeVisible();
});
