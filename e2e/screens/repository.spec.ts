import { getRepo, listBuilds } from '@millrace/contract/api';
import { readOnly, someRepo, someUser } from '../../apps/web/src/testing/mock/state.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

atEachWidth(() => {
  test('the head has the way back, the name, the tabs and New Build', async ({ page }) => {
    await page.goto('/octo/hello');
    await expect(page.getByRole('heading', { name: 'hello', level: 1 })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Repository' });
    await expect(tabs.getByRole('link')).toHaveText([
      'Builds',
      'Branches',
      'Deployments',
      'Settings',
    ]);
    await expect(tabs.getByRole('link', { name: 'Builds' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('button', { name: 'New Build' })).toBeVisible();
    await tabs.getByRole('link', { name: 'Branches' }).click();
    await expect(page).toHaveURL('/octo/hello/branches');
    await tabs.getByRole('link', { name: 'Deployments' }).click();
    await expect(page).toHaveURL('/octo/hello/deployments');
    await tabs.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/octo/hello/settings');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await crumbs.getByRole('link', { name: 'Repositories' }).click();
    await expect(page).toHaveURL('/');
  });
});

for (const [who, permissions, admin, isShown] of [
  ['a reader', readOnly, false, false],
  ['a writer', { ...readOnly, write: true }, false, true],
  ['a repository admin', { ...readOnly, admin: true }, false, true],
  ['a system admin', readOnly, true, true],
] as const) {
  test(`Settings and New Build ${isShown ? 'show' : 'do not show'} to ${who}`, async ({
    page,
    mock,
  }) => {
    mock.state.user = someUser({ admin });
    mock.state.repos = [someRepo({ permissions })];
    await page.goto('/octo/hello');
    const tabs = page.getByRole('navigation', { name: 'Repository' });
    await expect(page.getByRole('link', { name: /Change 3/ }).first()).toBeVisible();
    await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveCount(isShown ? 1 : 0);
    await expect(page.getByRole('button', { name: 'New Build' })).toHaveCount(isShown ? 1 : 0);
  });
}

test('an inactive repository has inert tabs and no New Build', async ({ page, mock }) => {
  mock.state.repos = [someRepo({ active: false })];
  await page.goto('/octo/hello/settings');
  await expect(page.getByText('This Repository is not Active.')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Repository' });
  await expect(tabs.getByRole('link')).toHaveText(['Settings']);
  for (const name of ['Builds', 'Branches', 'Deployments']) {
    await expect(tabs.getByText(name)).toHaveAttribute('aria-disabled', 'true');
  }
  await expect(page.getByRole('button', { name: 'New Build' })).toHaveCount(0);
});

for (const [message, status] of [
  ['Not Found', 404],
  ['Unauthorized', 401],
] as const) {
  test(`a repository that answers ${message} is the not-found page`, async ({ page, mock }) => {
    mock.fail(getRepo, message, status);
    await page.goto('/octo/hello/branches');
    await expect(page.getByText("That's all we know.")).toBeVisible();
  });
}

test('a builds list that answers Not Found leads to /404', async ({ page, mock }) => {
  mock.fail(listBuilds, 'Not Found', 404);
  await page.goto('/octo/hello');
  await expect(page).toHaveURL('/404');
  await expect(page.getByText("That's all we know.")).toBeVisible();
});
