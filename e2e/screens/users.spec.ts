import { deleteUser } from '@millrace/contract/api';
import { nowSec, sampleUser } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { findBarriers, findBarriersInThemes } from '../support/barriers.ts';
import { expect, test, toast } from '../support/screen.ts';

const users = '/settings/users';
const table = (page: Page) => page.getByRole('table', { name: 'User Management' });

test.beforeEach(({ mock }) => {
  const robot = { login: 'robot', machine: true, active: false, admin: false, last_login: 0 };
  mock.state.users = [
    sampleUser(),
    sampleUser({ id: 2, login: 'brian', created: nowSec() - 86_400 * 14 }),
    sampleUser({ id: 3, ...robot }),
  ];
});

async function openEdit(page: Page, login: string) {
  await page.goto(users);
  await page.getByRole('button', { name: `Edit ${login}` }).click();
  return page.getByRole('dialog', { name: 'Edit user' });
}

const holdings = {
  repos: ['compiler', 'website'],
  builds: 12,
  crons: ['website: nightly'],
  secrets: ['token'],
  registries: [],
  templates: [],
};

test('lists and deletes the data of a user', async ({ page, mock }) => {
  mock.state.holdings = { brian: holdings };
  const dialog = await openEdit(page, 'brian');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this' });
  await expect(question.getByText('Repositories, with 12 builds')).toBeVisible();
  await expect(question.getByText('compiler, website', { exact: true })).toBeVisible();
  await expect(question.getByText('website: nightly')).toBeVisible();
  await expect(question.getByText('Templates')).toHaveCount(0);
  await expect(question.getByRole('radio', { name: /^Delete all of it/ })).toBeChecked();
  await question.getByRole('checkbox', { name: /^Replace the login/ }).check();
  expect(await findBarriersInThemes(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User has been deleted successfully')).toBeVisible();
  await expect(question).toBeHidden();
  expect(mock.calls(deleteUser).map(({ query }) => query)).toEqual([
    { contents: 'delete', names: 'replace' },
  ]);
});

test('transfers the data of a deleted user to a successor, and keeps the dialog open on errors', async ({
  page,
  mock,
}) => {
  mock.state.holdings = { brian: holdings };
  mock.fail(deleteUser, 'chen already has these names', 409);
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
  await expect(toast(page, 'Unable to delete user: chen already has these names')).toBeVisible();
  expect(mock.calls(deleteUser).map(({ query }) => query)).toEqual([{ successor: 'chen' }]);
  await expect(question.getByLabel('Successor')).toHaveValue(' chen ');
});

test('shows Show More for more than 1000 users', async ({ page, mock }) => {
  mock.state.users = Array.from({ length: 1001 }, (_, id) => sampleUser({ id, login: `u${id}` }));
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

test('renders few rows for 5,000 users, all of which are reachable', async ({ page, mock }) => {
  mock.state.users = Array.from({ length: 5000 }, (_, id) => sampleUser({ id, login: `u${id}` }));
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

test('filters all users by login and email address', async ({ page, mock }) => {
  mock.state.users = [
    ...Array.from({ length: 2000 }, (_, id) => sampleUser({ id, login: `u${id}` })),
    sampleUser({ id: 2001, login: 'chen', email: 'wheel@example.com' }),
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
