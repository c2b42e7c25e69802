import { someBuild } from '../../apps/web/src/testing/mock/state.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('a deployment says environment, commit, committer and message', async ({ page, mock }) => {
    mock.state.deployments['octo/hello'] = [
      someBuild({
        ...{ number: 18, event: 'promote', deploy_to: 'production', message: 'Ship it' },
        ...{ after: 'fedcba9876543210', author_login: 'chen' },
      }),
    ];
    await page.goto('/octo/hello/deployments');
    const table = page.getByRole('table', { name: 'Deployments' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Environment',
      'Commit',
      'Committer',
      'Message',
    ]);
    await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      'production',
      'fedcba98',
      'chen',
      'Ship it',
    ]);
    await table.getByRole('link', { name: 'production' }).click();
    await expect(page).toHaveURL('/octo/hello/18');
  });

  test('without deployments the page says what will be there', async ({ page }) => {
    await page.goto('/octo/hello/deployments');
    await expect(page.getByText('Your Deployment List is Empty.')).toBeVisible();
    await expect(
      page.getByText('This list will be populated when you promote or rollback a build.'),
    ).toBeVisible();
  });
});
