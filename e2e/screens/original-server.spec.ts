import {
  approveStage,
  declineStage,
  deleteSecret,
  listOrgSecrets,
  updateRepo,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { linesOf, recentStage, sampleUser } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { logOf, openLog } from '../support/build-screen.ts';
import { expect, test, toast } from '../support/screen.ts';

const adminOnly = 'Only administrators of the repository may do this here';

test.beforeEach(({ mock }) => {
  mock.isOriginal = true;
});

test('opens every page with only the files below /static', async ({ page }) => {
  for (const [path, heading] of [
    ['/', 'Dashboard'],
    ['/octo/hello', 'hello'],
    ['/octo/hello/settings/badges', 'hello'],
    ['/account', 'Account Settings'],
    ['/settings/users', 'System Administration'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});

test('reports rejected organization secrets without ending the session', async ({ page, mock }) => {
  mock.fail(listOrgSecrets, errorMessages.forbidden, 401);
  await page.goto('/octo/hello/settings/org-secrets');
  await expect(page.getByRole('main').getByText('Forbidden', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(toast(page, 'Forbidden')).toBeVisible();
  await expect(page).toHaveURL('/octo/hello/settings/org-secrets');
});

test('treats 401 Forbidden after a change as a missing permission', async ({ page, mock }) => {
  mock.state.secrets = [{ id: 1, name: 'password', pull_request: false }];
  mock.fail(deleteSecret, errorMessages.forbidden, 401);
  await page.goto('/octo/hello/settings/secrets');
  await page.getByRole('button', { name: 'Delete password' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Unable to remove secret: Forbidden')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'password', exact: true })).toBeVisible();
});

test('names the missing permission when a writer saves changes', async ({ page, mock }) => {
  mock.fail(updateRepo, errorMessages.notFound, 404);
  await page.goto('/octo/hello/settings');
  await page.getByRole('switch', { name: 'Disable forks' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, `Unable to save changes: ${adminOnly}`)).toBeVisible();
});

for (const [name, endpoint] of [
  ['approve', approveStage],
  ['decline', declineStage],
] as const) {
  test(`names the missing permission when a writer calls ${name}`, async ({ page, mock }) => {
    const stages = [recentStage({ status: 'blocked', started: 0, stopped: 0, steps: [] })];
    setBuild(mock, { status: 'pending', started: 0, finished: 0, stages });
    mock.fail(endpoint, errorMessages.notFound, 404);
    await page.goto('/octo/hello/1');
    await page.getByRole('button', { name: new RegExp(`${name} Build`, 'i') }).click();
    await expect(toast(page, `Unable to ${name} build: ${adminOnly}`)).toBeVisible();
  });
}

test('returns to the requested page after sign-in', async ({ page, mock }) => {
  mock.state.user = null;
  await page.goto('/account?from=mail');
  await expect(page).toHaveURL('/welcome');
  await page.getByRole('link', { name: 'Sign in with a username and password' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('secret');
  mock.state.user = sampleUser();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/account?from=mail');
  await page.getByRole('link', { name: 'Millrace, to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('omits the empty last line of a log from the view and the download', async ({
  page,
  mock,
}) => {
  mock.state.log = [...linesOf(['one', 'two']), { pos: 2, out: '', time: 2 }];
  await openLog(page, mock);
  await expect(logOf(page).locator('[data-line]')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download log' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('one\ntwo\n');
});
