import { createSecret } from '@millrace/contract/api';
import { buttonOf } from '../support/build-screen.ts';
import { expect, test, toast, toastClock } from '../support/screen.ts';

const secrets = '/octo/hello/settings/secrets';

test('focuses, holds and closes a notification with the keyboard', async ({ page, mock }) => {
  mock.fail(createSecret, 'No');
  await page.goto(secrets);
  await buttonOf(page, 'New Secret').click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  const answer = mock.hold(createSecret);
  const create = buttonOf(page, 'Create');
  await create.click();
  // The button is disabled during the call, and loses the focus.
  await expect(create).not.toBeFocused();
  answer();
  const failure = toast(page, 'Unable to add secret: No');
  await expect(failure).toBeVisible();
  await expect(create).toBeFocused();
  await page.keyboard.press('Alt+t');
  await expect(failure).toBeFocused();
  await page.keyboard.press('Tab');
  const close = failure.getByRole('button', { name: 'Close' });
  await expect(close).toBeFocused();
  await expect(close).toHaveCSS('outline-style', 'solid');
  expect(await toastClock(failure)).toEqual(['paused']);
  await page.keyboard.press('Enter');
  await expect(failure).toBeHidden();
  await expect(create).toBeFocused();
});

test('resumes closing a notification when it loses the focus', async ({ page, mock }) => {
  mock.fail(createSecret, 'No');
  await page.goto(secrets);
  await buttonOf(page, 'New Secret').click();
  await buttonOf(page, 'Create').click();
  const failure = toast(page, 'Unable to add secret: No');
  await expect(failure).toBeVisible();
  await page.keyboard.press('Alt+t');
  await expect(failure).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(failure).not.toBeFocused();
  await expect(failure).toBeHidden();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('translates notifications, and marks the language of server messages', async ({
    page,
    mock,
  }) => {
    mock.fail(createSecret, 'The name is taken');
    await page.goto(secrets);
    await buttonOf(page, '新建密钥').click();
    await buttonOf(page, '创建').click();
    const failure = toast(page, 'The name is taken');
    await expect(failure.getByRole('button', { name: '关闭' })).toBeVisible();
    await expect(page.getByRole('region', { name: '通知' })).toHaveCount(1);
    await expect(failure.locator('[lang="en"]')).toHaveText('The name is taken');
    await expect(failure.locator('[lang="zh-CN"]')).toHaveText('无法添加密钥：The name is taken');
  });
});
