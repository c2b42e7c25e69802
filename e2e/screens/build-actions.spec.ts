import { restartBuild } from '@millrace/contract/api';
import { setStep } from '@millrace/contract/testing/mock-api';
import { buttonOf } from '../support/build-screen.ts';
import { expect, test, toast } from '../support/screen.ts';

test('shows errors in a notification for three seconds', async ({ page, mock }) => {
  setStep(mock, { status: 'failure' });
  mock.fail(restartBuild, 'no room');
  await page.goto('/octo/hello/1/1/1');
  await buttonOf(page, 'Restart').click();
  await expect(toast(page, 'Unable to restart build: no room')).toBeVisible();
  await buttonOf(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Debug' }).click();
  await expect(toast(page, 'Unable to restart in debug mode: no room')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL('/octo/hello/1/1/1');
});
