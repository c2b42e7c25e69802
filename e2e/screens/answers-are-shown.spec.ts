import {
  getBuild,
  getRepo,
  listBuilds,
  listCrons,
  listOrgSecrets,
  listSecrets,
  listTemplates,
  listUserRepos,
  listUsers,
} from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { giveStep } from '../../apps/web/src/testing/mock/some-build.ts';
import { someUser } from '../../apps/web/src/testing/mock/state.ts';
import type { MockServer } from '../support/mock/server.ts';
import { confirm, expect, test } from '../support/screen.ts';

/** Opens a page whose event stream is up and where nothing gets old: what it calls then, it was made to. */
async function openListening(page: Page, mock: MockServer, address: string) {
  await page.clock.setFixedTime(new Date());
  await page.goto(address);
  await expect.poll(() => mock.listeners).toBe(1);
}
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true });
const repoEntry = (page: Page) =>
  page.getByRole('region', { name: 'Repositories' }).getByRole('listitem');
const entry = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem').filter({ hasText: title });

const lists = [
  { path: 'secrets', kind: 'Secret', list: listSecrets },
  { path: 'org-secrets', kind: 'Secret', list: listOrgSecrets },
  { path: 'templates', kind: 'Template', list: listTemplates },
  { path: 'cron', kind: 'Cron Job', list: listCrons },
];

test('what is added to a list of the settings, and taken off it, needs no second read', async ({
  page,
  mock,
}) => {
  await openListening(page, mock, '/octo/hello/settings');
  for (const { path, kind, list } of lists) {
    await page.locator(`a[href$="/settings/${path}"]`).click();
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^New .*${kind}$`) })
      .click();
    // What is added before the list is there has it read once more.
    await expect(page.locator('[class*=skeleton]')).toHaveCount(0);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('added');
    if (kind === 'Secret') await dialog.getByLabel('Value').fill('sesame');
    await press(page, 'Create');
    const name = path === 'templates' ? 'added.jsonnet' : 'added';
    await expect(cell(page, name)).toBeVisible();
    await press(page, `Delete ${name}`);
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(cell(page, name)).toHaveCount(0);
    expect(mock.calls(list), path).toHaveLength(1);
  }
});

test('a user who is made, changed and deleted needs no second read of the list', async ({
  page,
  mock,
}) => {
  mock.state.users = [someUser(), someUser({ id: 2, login: 'zoe' })];
  await openListening(page, mock, '/');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await press(page, 'New User');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Login').fill('chen');
  await dialog.getByLabel('Email').fill('chen@example.com');
  await press(page, 'Create');
  const logins = page.getByRole('table').locator('tbody tr td:first-child');
  await expect(logins).toHaveText([/ada/, /chen/, /zoe/]);
  await press(page, 'Edit chen');
  await dialog.getByRole('checkbox', { name: 'Admin User' }).check();
  await press(page, 'Save');
  await expect(page.getByRole('row', { name: /chen.*Admin/ })).toBeVisible();
  await press(page, 'Edit chen');
  await press(page, 'Delete');
  await confirm(page, 'Are you sure you want to delete this user?', 'Delete');
  await expect(logins).toHaveText([/ada/, /zoe/]);
  expect(mock.calls(listUsers)).toHaveLength(1);
});

test('saved settings, Disable and Activate show here and on the dashboard without a second read', async ({
  page,
  mock,
}) => {
  await openListening(page, mock, '/');
  const dashboard = page.getByRole('link', { name: 'Millrace, to the dashboard' });
  await repoEntry(page).click();
  await page.locator('a[href="/octo/hello/settings"]').click();
  await page.getByLabel('Configuration').fill('ci/build.yml');
  const reads = () => mock.calls(getRepo).length + mock.calls(listUserRepos).length;
  const before = reads();
  await press(page, 'Save Changes');
  await expect(page.getByText('Changes have been saved')).toBeVisible();
  await expect(page.getByLabel('Configuration')).toHaveValue('ci/build.yml');
  await press(page, 'Disable');
  await confirm(page, 'Are you sure you want to disable this repo?', 'Disable');
  await expect(page.getByText('This Repository is not Active.')).toBeVisible();
  await dashboard.click();
  await expect(repoEntry(page).getByRole('img', { name: 'Inactive' })).toBeVisible();
  await page.goBack();
  await press(page, 'Activate Repository');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  expect(reads()).toBe(before);
});

test('a build that is cancelled or restarted is in the list without a second read', async ({
  page,
  mock,
}) => {
  giveStep(mock, { status: 'running' });
  await openListening(page, mock, '/');
  await repoEntry(page).click();
  await entry(page, 'Say hello').click();
  const status = page.getByRole('heading', { level: 1 }).getByRole('img');
  await press(page, 'Cancel');
  await expect(status).toHaveAccessibleName('Killed');
  expect(mock.calls(getBuild)).toHaveLength(1);
  await press(page, 'Restart');
  await expect(page).toHaveURL('/octo/hello/2/1/1');
  await page.getByRole('link', { name: 'octo/hello' }).click();
  await expect(entry(page, 'Say hello').getByRole('img', { name: 'Killed' })).toBeVisible();
  await expect(entry(page, 'Again')).toBeVisible();
  expect(mock.calls(listBuilds)).toHaveLength(1);
});
