import { createUser, deleteUser, listUsers, updateUser } from '@millrace/contract/api';
import type { Page } from '@playwright/test';
import { nowSec, someUser } from '../../apps/web/src/testing/mock/state.ts';
import { findBarriers, findBarriersInThemes } from '../support/barriers.ts';
import { atEachWidth, confirm, expect, test, toast } from '../support/screen.ts';

const users = '/settings/users';
const table = (page: Page) => page.getByRole('table', { name: 'User Management' });

test.beforeEach(({ mock }) => {
  const robot = { login: 'robot', machine: true, active: false, admin: false, last_login: 0 };
  mock.state.users = [
    someUser(),
    someUser({ id: 2, login: 'brian', created: nowSec() - 86_400 * 14 }),
    someUser({ id: 3, ...robot }),
  ];
});

async function openEdit(page: Page, login: string) {
  await page.goto(users);
  await page.getByRole('button', { name: `Edit ${login}` }).click();
  return page.getByRole('dialog', { name: 'Edit user' });
}

atEachWidth(() => {
  test('an account without access says so, and why', async ({ page, mock }) => {
    const access_ended = { since: nowSec() - 60, reason: 'blocked', detail: 'suspended' } as const;
    mock.state.users.push({ ...someUser({ id: 4, login: 'zoe' }), access_ended });
    await page.goto(users);
    const reason = 'No access: the source host has blocked this account. (suspended)';
    const cell = table(page).getByRole('cell', { name: 'No access' });
    await expect(cell).toHaveAttribute('title', reason);
    await page.getByRole('button', { name: 'Edit zoe' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit user' })).toContainText(reason);
  });

  test('the list has every column, and an edit button but for oneself', async ({ page }) => {
    await page.goto(users);
    await expect(page.getByRole('heading', { name: 'System Administration' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
    await expect(table(page).getByRole('columnheader')).toHaveText([
      ...['Username', 'Active', 'Type', 'Role', 'Created', 'Last Login', 'Actions'],
    ]);
    const cells = (row: number) => table(page).getByRole('row').nth(row).getByRole('cell');
    await expect(cells(2)).toHaveText([
      ...['Bbrian', 'Active', 'User', 'Admin', '2 weeks ago', '2 hours ago', ''],
    ]);
    await expect(cells(3)).toHaveText([
      ...['Rrobot', 'Inactive', 'Machine', 'Member', '3 days ago', '', ''],
    ]);
    await expect(page.getByRole('button', { name: 'Edit brian' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit ada' })).toHaveCount(0);
  });

  test('a new user needs login and email, trimmed', async ({ page, mock }) => {
    await page.goto(users);
    await page.getByRole('button', { name: 'New User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a New User' });
    const create = dialog.getByRole('button', { name: 'Create' });
    await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
    await create.click();
    await dialog.getByLabel('Login').fill('   ');
    await dialog.getByLabel('Email').fill('chen@example.com');
    await create.click();
    expect(mock.calls(createUser)).toEqual([]);
    await dialog.getByLabel('Login').fill(' chen ');
    await dialog.getByRole('checkbox', { name: 'Admin User' }).check();
    await dialog.getByRole('checkbox', { name: 'Machine User' }).check();
    await create.click();
    await expect(toast(page, 'New user has been created successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(mock.calls(createUser).map(({ body }) => body)).toEqual([
      { login: 'chen', email: 'chen@example.com', admin: true, machine: true },
    ]);
    await expect(page.getByRole('row', { name: /chen/ })).toBeVisible();
  });

  test('Edit changes the admin flag; Machine is fixed', async ({ page, mock }) => {
    const dialog = await openEdit(page, 'robot');
    const machine = dialog.getByRole('checkbox', { name: 'Machine User' });
    await expect(machine).toBeChecked();
    await expect(machine).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Admin User' }).check();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'User settings have been updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(mock.calls(updateUser).map(({ params, body }) => [params.login, body])).toEqual([
      ['robot', { admin: true }],
    ]);
    await expect(page.getByRole('row', { name: /robot.*Admin/ })).toBeVisible();
  });
});

test('a user in work stays open when the one before it is saved at last', async ({
  page,
  mock,
}) => {
  const dialog = await openEdit(page, 'brian');
  const answer = mock.hold(updateUser);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.calls(updateUser)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit robot' }).click();
  answer();
  await expect(toast(page, 'User settings have been updated')).toBeVisible();
  await expect(dialog.getByText('robot', { exact: true })).toBeVisible();
});

test('Delete asks first', async ({ page, mock }) => {
  const dialog = await openEdit(page, 'brian');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Are you sure you want to delete this user?', 'Cancel');
  expect(mock.calls(deleteUser)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Are you sure you want to delete this user?', 'Delete');
  await expect(toast(page, 'User has been deleted successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: /brian/ })).toHaveCount(0);
});

const held = {
  repos: ['compiler', 'website'],
  builds: 12,
  crons: ['website: nightly'],
  secrets: ['token'],
  templates: [],
};

test('Delete lists what the user holds, and deletes it too', async ({ page, mock }) => {
  mock.state.holdings = { brian: held };
  const dialog = await openEdit(page, 'brian');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this' });
  await expect(question.getByText('Repositories, with 12 builds')).toBeVisible();
  await expect(question.getByText('compiler, website', { exact: true })).toBeVisible();
  await expect(question.getByText('website: nightly')).toBeVisible();
  await expect(question.getByText('Templates')).toHaveCount(0);
  await expect(question.getByRole('radio', { name: /^Delete all of it/ })).toBeChecked();
  expect(await findBarriersInThemes(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User has been deleted successfully')).toBeVisible();
  await expect(question).toBeHidden();
  expect(mock.calls(deleteUser).map(({ query }) => query)).toEqual([{ contents: 'delete' }]);
});

test('Delete hands what the user holds over, and stays open where that fails', async ({
  page,
  mock,
}) => {
  mock.state.holdings = { brian: held };
  mock.fail(deleteUser, 'chen has these names already', 409);
  const dialog = await openEdit(page, 'brian');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this' });
  await question.getByRole('radio', { name: /^Hand all of it over/ }).check();
  const remove = question.getByRole('button', { name: 'Delete' });
  await remove.click();
  expect(mock.calls(deleteUser)).toEqual([]);
  await question.getByLabel('Successor').fill(' chen ');
  expect(await findBarriers(page)).toEqual([]);
  await remove.click();
  await expect(toast(page, 'Unable to delete user: chen has these names already')).toBeVisible();
  expect(mock.calls(deleteUser).map(({ query }) => query)).toEqual([{ successor: 'chen' }]);
  await expect(question.getByLabel('Successor')).toHaveValue(' chen ');
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the list and both choices are in Chinese', async ({ page, mock }) => {
    mock.state.holdings = { brian: held };
    await page.goto(users);
    await page.getByRole('button', { name: /brian/ }).click();
    await page.getByRole('button', { name: '删除' }).click();
    const question = page.getByRole('dialog', { name: '确定要删除此用户吗？' });
    await expect(question.getByText('仓库（共 12 次构建）')).toBeVisible();
    await question.getByRole('radio', { name: '全部移交给另一位用户' }).check();
    await expect(question.getByLabel('接收者')).toBeVisible();
  });
});

test('a user that cannot be made keeps the form', async ({ page, mock }) => {
  mock.fail(createUser, 'login is taken', 409);
  await page.goto(users);
  await page.getByRole('button', { name: 'New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New User' });
  await dialog.getByLabel('Login').fill('brian');
  await dialog.getByLabel('Email').fill('brian@example.com');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(toast(page, 'Unable to create new user: login is taken')).toBeVisible();
  await expect(dialog.getByLabel('Login')).toHaveValue('brian');
});

test('a change and a deletion that fail say so', async ({ page, mock }) => {
  mock.fail(updateUser, 'no', 500);
  mock.fail(deleteUser, 'never', 500);
  const dialog = await openEdit(page, 'brian');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Unable to create new user: no')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Are you sure you want to delete this user?', 'Delete');
  await expect(toast(page, 'Unable to delete user: never')).toBeVisible();
});

test('Loading... shows until the list is there', async ({ page, mock }) => {
  const release = mock.hold(listUsers);
  await page.goto(users);
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(table(page)).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('more than 1000 users have Show More', async ({ page, mock }) => {
  mock.state.users = Array.from({ length: 1001 }, (_, id) => someUser({ id, login: `u${id}` }));
  await page.goto(users);
  const more = page.getByRole('button', { name: 'Show More' });
  await expect(table(page)).toHaveAttribute('aria-rowcount', '1001');
  await more.scrollIntoViewIfNeeded();
  await expect(page.getByRole('row', { name: 'u999' })).toBeInViewport();
  await more.click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '1002');
  await expect(more).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { name: 'u1000' })).toBeInViewport();
});

test('of 5,000 users few rows are drawn, and every one is reached', async ({ page, mock }) => {
  mock.state.users = Array.from({ length: 5000 }, (_, id) => someUser({ id, login: `u${id}` }));
  await page.goto(users);
  const more = page.getByRole('button', { name: 'Show More' });
  for (let shown = 1000; shown < 5000; shown += 1000) await more.click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '5001');
  for (const [part, login] of [
    [1, 'u4999'],
    [0, 'u0'],
  ] as const) {
    await page.evaluate((to) => scrollTo({ top: document.body.scrollHeight * to }), part);
    await expect(page.getByRole('row', { name: new RegExp(`${login}\\b`) })).toBeInViewport();
    expect(await table(page).getByRole('row').count()).toBeLessThan(80);
  }
});

test('the filter finds logins and addresses among all users', async ({ page, mock }) => {
  mock.state.users = [
    ...Array.from({ length: 2000 }, (_, id) => someUser({ id, login: `u${id}` })),
    someUser({ id: 2001, login: 'chen', email: 'wheel@example.com' }),
  ];
  await page.goto(users);
  const filter = page.getByRole('searchbox', { name: 'Filter users' });
  await filter.fill(' WHEEL ');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: /chen/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(0);
  await filter.fill('u1999');
  await expect(page.getByRole('row', { name: /u1999/ })).toBeVisible();
  await filter.fill('nobody');
  await expect(page.getByRole('status').filter({ hasText: 'No user matches' })).toBeVisible();
  await filter.clear();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '1001');
});
