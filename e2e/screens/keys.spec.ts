import type { Page } from '@playwright/test';
import {
  buttonOf,
  giveBuild,
  linesOf,
  logOf,
  someStage,
  someStep,
} from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test } from '../support/screen.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Template code' });
const toFailure = (page: Page) => page.getByRole('link', { name: 'Go to the failing step' });

function giveFailure(mock: MockServer) {
  const steps = [someStep(), someStep({ number: 2, status: 'failure', exit_code: 1 })];
  const stages = [someStage({ status: 'failure', steps })];
  giveBuild(mock, { status: 'failure', attempt: 1, stages });
  mock.state.log = linesOf(['one', 'two']);
}

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test('a template takes every key that is typed into it', async ({ page }) => {
  await page.goto('/octo/hello/settings/templates');
  await buttonOf(page, 'New Template').click();
  await editor(page).click();
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('path: /srv/what?');
  await expect(editor(page)).toHaveText('path: /srv/what?');
  await expect(search(page)).toHaveCount(0);
  await expect(shortcuts(page)).toHaveCount(0);
});

test('a menu and a dialog keep their keys', async ({ page, mock }) => {
  giveFailure(mock);
  await page.goto('/octo/hello/1/1/1');
  await expect(toFailure(page)).toBeVisible();
  await buttonOf(page, 'Actions').click();
  const promote = page.getByRole('menuitem', { name: 'Promote' });
  await expect(promote).toBeVisible();
  await press(page, 'f', '/', '?');
  await promote.click();
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

test('keys that are pressed alone can be switched off', async ({ page, mock }) => {
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
  await press(page, 'f', '/', '?');
  await press(page, 'ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(search(page)).toBeVisible();
  await expect(page).toHaveURL('/octo/hello/1/1/1');
  await press(page, 'Escape');
  await expect(search(page)).toHaveCount(0);

  await buttonOf(page, 'Keyboard shortcuts').click();
  await keys.check();
  await press(page, 'Escape');
  await expect(shortcuts(page)).toHaveCount(0);
  await press(page, 'f');
  await expect(page).toHaveURL('/octo/hello/1/1/2');
});

test('the key of all logs is not that of one log', async ({ page, mock }) => {
  giveFailure(mock);
  await page.goto('/octo/hello/1/1/1');
  await logOf(page).focus();
  await press(page, 'Control+Shift+F');
  await expect(page.getByRole('textbox', { name: 'Search all logs' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Search the log' })).toHaveCount(0);
});
