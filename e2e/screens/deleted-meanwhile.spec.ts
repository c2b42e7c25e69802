import { cancelBuild } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { setStep } from '@millrace/contract/testing/mock-api';
import { buttonOf } from '../support/build-screen.ts';
import { expect, test, toast } from '../support/screen.ts';

test('shows Not Found when the build was deleted in the meantime', async ({ page, mock }) => {
  setStep(mock, { status: 'running' });
  mock.fail(cancelBuild, errorMessages.notFound, 404);
  await page.goto('/octo/hello/1');
  const release = mock.hold(cancelBuild);
  await buttonOf(page, 'Cancel').click();
  await expect.poll(() => mock.calls(cancelBuild).length).toBe(1);
  mock.state.builds['octo/hello'] = [];
  release();
  await expect(toast(page, 'Unable to cancel build: Not Found')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('cannot be found');
});
