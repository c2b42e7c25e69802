import { disableRepo, repairRepo, updateRepo } from '@millrace/contract/api';
import { someRepo, someUser } from '../../apps/web/src/testing/mock/state.ts';
import { atEachWidth, confirm, expect, test, toast } from '../support/screen.ts';

const settings = '/octo/hello/settings';
const webhooks = ['Disable Pull Requests', 'Disable forks'];
const project = [
  'Protected',
  'Trusted',
  'Auto cancel pull requests',
  'Auto cancel pushes',
  'Auto cancel running',
];

atEachWidth(() => {
  test('every setting is shown, changed and sent', async ({ page, mock }) => {
    await page.goto(settings);
    await expect(page.getByRole('switch')).toHaveCount(7);
    for (const name of [...webhooks, ...project]) {
      const field = page.getByRole('switch', { name });
      await expect(field).not.toBeChecked();
      await field.click();
      await expect(field).toBeChecked();
    }
    const cards = page.getByRole('group', { name: 'Project Visibility' }).getByRole('radio');
    await expect(cards).toHaveCount(3);
    for (const name of ['Private', 'Public', 'Internal']) {
      await page.getByRole('radio', { name }).click();
      await expect(page.getByRole('radio', { name })).toBeChecked();
    }
    await page.getByRole('combobox', { name: 'Timeout' }).selectOption('2 hours');
    await page.getByLabel('Configuration').fill('ci/build.yml');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Changes have been saved')).toBeVisible();
    expect(mock.calls(updateRepo).map(({ body }) => body)).toEqual([
      {
        ignore_pull_requests: true,
        ignore_forks: true,
        protected: true,
        trusted: true,
        visibility: 'internal',
        timeout: 120,
        config_path: 'ci/build.yml',
        auto_cancel_pull_requests: true,
        auto_cancel_pushes: true,
        auto_cancel_running: true,
      },
    ]);
  });

  test('Repair sends the call and says what came of it', async ({ page, mock }) => {
    await page.goto(settings);
    await page.getByRole('button', { name: 'Repair' }).click();
    await expect(toast(page, 'Repo has been repaired')).toBeVisible();
    expect(mock.calls(repairRepo)).toMatchObject([
      { params: { namespace: 'octo', name: 'hello' } },
    ]);
  });

  test('Repair leads on where the repository has another name now', async ({ page, mock }) => {
    await page.goto(settings);
    const moved = someRepo({ name: 'moved', slug: 'octo/moved' });
    mock.state.repos.push(moved);
    mock.reply(repairRepo, () => moved);
    await page.getByRole('button', { name: 'Repair' }).click();
    await expect(page).toHaveURL(/\/octo\/moved\/settings$/);
  });

  test('Disable asks first and leads to the inactive screen', async ({ page, mock }) => {
    await page.goto(settings);
    const disable = page.getByRole('button', { name: 'Disable', exact: true });
    await disable.click();
    await confirm(page, 'Are you sure you want to disable this repo?', 'Cancel');
    expect(mock.calls(disableRepo)).toEqual([]);
    await disable.click();
    await confirm(page, 'Are you sure you want to disable this repo?', 'Disable');
    await expect(toast(page, 'Repo has been disabled')).toBeVisible();
    await expect(page.getByText('This Repository is not Active.')).toBeVisible();
  });
});

test('Project Settings are for system admins only', async ({ page, mock }) => {
  mock.state.user = someUser({ admin: false });
  await page.goto(settings);
  await expect(page.getByRole('heading', { name: 'Project Webhooks' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Project Settings' })).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(2);
});

test('Auto cancel running depends on the other two', async ({ page }) => {
  await page.goto(settings);
  const flag = (name: string) => page.getByRole('switch', { name });
  const running = flag('Auto cancel running');
  await expect(running).toBeDisabled();
  await flag('Auto cancel pushes').click();
  await running.click();
  await flag('Auto cancel pull requests').click();
  await flag('Auto cancel pushes').click();
  await expect(running).toBeChecked();
  await flag('Auto cancel pull requests').click();
  await expect(running).not.toBeChecked();
  await expect(running).toBeDisabled();
});

test('timeouts above 90 minutes are labelled in hours, a stored one stays', async ({
  page,
  mock,
}) => {
  mock.state.repos = [someRepo({ timeout: 45 })];
  await page.goto(settings);
  const timeout = page.getByRole('combobox', { name: 'Timeout' });
  await expect(timeout).toHaveValue('45');
  await expect(timeout.getByRole('option')).toHaveText([
    ...['15 minutes', '30 minutes', '45 minutes', '60 minutes', '90 minutes'],
    ...['2 hours', '3 hours', '4 hours', '5 hours', '6 hours', '7 hours', '8 hours', '9 hours'],
    ...['10 hours', '11 hours', '12 hours', '18 hours', '24 hours', '48 hours', '72 hours'],
  ]);
});

test('a failed save says why and keeps the changes', async ({ page, mock }) => {
  mock.fail(updateRepo, 'trusted needs a system admin', 403);
  await page.goto(settings);
  await page.getByRole('switch', { name: 'Trusted' }).click();
  await page.getByLabel('Configuration').fill('other.yml');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Unable to save changes: trusted needs a system admin')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Trusted' })).toBeChecked();
  await expect(page.getByLabel('Configuration')).toHaveValue('other.yml');
});

test('a failed Disable says why', async ({ page, mock }) => {
  mock.fail(disableRepo, 'database is locked', 500);
  await page.goto(settings);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await confirm(page, 'Are you sure you want to disable this repo?', 'Disable');
  await expect(toast(page, 'Unable to disable repo: database is locked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
});
