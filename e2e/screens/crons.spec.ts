import { createCron, deleteCron } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { atEachWidth, confirm, expect, test, toast } from '../support/screen.ts';

const crons = '/octo/hello/settings/cron';
const question = 'Are you sure you want to remove cron job?';

async function openDialog(page: Page) {
  await page.goto(crons);
  await page.getByRole('button', { name: 'New Cron Job' }).click();
  return page.getByRole('dialog', { name: 'Create a New Cron Job' });
}

atEachWidth(() => {
  test('a cron job is made with its defaults, and removed', async ({ page, mock }) => {
    await page.goto(crons);
    await expect(page.getByText('No Cron Jobs')).toBeVisible();
    await expect(
      page.getByText(
        'You can create cron jobs to schedule pipeline executions on a recurring basis.',
      ),
    ).toBeVisible();
    const dialog = await openDialog(page);
    await dialog.getByLabel('Name').fill('nightly');
    await expect(dialog.getByLabel('Schedule')).toHaveValue('@hourly');
    await expect(dialog.getByLabel('Schedule').getByRole('option')).toHaveText([
      '@hourly',
      '@daily',
      '@weekly',
      '@monthly',
      '@yearly',
    ]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toast(page, 'Cron has been added successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(mock.calls(createCron).map(({ body }) => body)).toEqual([
      { name: 'nightly', branch: 'master', expr: '@hourly' },
    ]);
    const table = page.getByRole('table', { name: 'Cron Jobs' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Name',
      'Branch',
      'Schedule',
      'Next Execution',
      'Actions',
    ]);
    const row = table.getByRole('row', { name: 'nightly' });
    await expect(row).toContainText('master');
    await expect(row).toContainText('@hourly');
    await expect(row).toContainText(/in (30|29) minutes/);

    await page.getByRole('button', { name: 'Delete nightly' }).click();
    await confirm(page, question, 'Cancel');
    expect(mock.calls(deleteCron)).toEqual([]);
    await page.getByRole('button', { name: 'Delete nightly' }).click();
    await confirm(page, question, 'Delete');
    await expect(toast(page, 'Cron has been removed successfully')).toBeVisible();
    await expect(page.getByText('No Cron Jobs')).toBeVisible();
  });
});

test('branch and schedule are sent as chosen', async ({ page, mock }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('weekly');
  await dialog.getByLabel('Branch').fill(' release ');
  await dialog.getByLabel('Schedule').selectOption('@weekly');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect
    .poll(() => mock.calls(createCron).map(({ body }) => body))
    .toEqual([{ name: 'weekly', branch: 'release', expr: '@weekly' }]);
});

test('a refusal shows the message alone and keeps the dialog', async ({ page, mock }) => {
  mock.fail(createCron, 'Invalid Cron Name');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('///');
  await dialog.getByLabel('Schedule').selectOption('@yearly');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Invalid Cron Name$/);
  await expect(dialog.getByLabel('Name')).toHaveValue('///');
  await expect(dialog.getByLabel('Schedule')).toHaveValue('@yearly');
});

test('a removal that fails shows the message alone', async ({ page, mock }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('nightly');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await toast(page, 'Cron has been added').waitFor();
  mock.fail(deleteCron, 'database is locked', 500);
  await page.getByRole('button', { name: 'Delete nightly' }).click();
  await confirm(page, question, 'Delete');
  await expect(toast(page, 'database is locked')).toHaveText(/^database is locked$/);
  await expect(page.getByRole('row', { name: 'nightly' })).toBeVisible();
});
