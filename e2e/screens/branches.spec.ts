import { listBranches } from '@millrace/contract/api';
import { someBuild } from '../../apps/web/src/testing/mock/state.ts';
import { atEachWidth, expect, test, toast } from '../support/screen.ts';

atEachWidth(() => {
  test('a branch says status, name, commit, author and message, and leads to its build', async ({
    page,
    mock,
  }) => {
    mock.state.branches['octo/hello'] = [
      someBuild({
        ...{ number: 17, status: 'error', target: 'release/2', message: 'Cut the release' },
        ...{ after: '0123456789abcdef', author_login: 'emeka' },
      }),
    ];
    await page.goto('/octo/hello/branches');
    const row = page.getByRole('link', { name: /release\/2/ });
    await expect(row.getByRole('img', { name: 'Error' })).toBeVisible();
    await expect(row.getByText('01234567', { exact: true })).toBeVisible();
    await expect(row).toContainText('emeka');
    await expect(row).toContainText('Cut the release');
    await row.click();
    await expect(page).toHaveURL('/octo/hello/17');
  });

  test('without branches the page says what will be there', async ({ page }) => {
    await page.goto('/octo/hello/branches');
    await expect(
      page.getByText(
        'Your Branch List is Empty. This list will be populated when you execute a pipeline for an open branch.',
      ),
    ).toBeVisible();
  });
});

test('a list that fails is told', async ({ page, mock }) => {
  mock.fail(listBranches, 'database is locked', 500);
  await page.goto('/octo/hello/branches');
  await expect(toast(page, 'database is locked')).toBeVisible();
});
