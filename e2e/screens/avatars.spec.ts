import { sampleUser } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const stub = (page: Page, login: string, letter: string) =>
  page.getByRole('row', { name: new RegExp(login) }).getByText(letter, { exact: true });
const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
const background = (page: Page, login: string, letter: string) =>
  stub(page, login, letter).evaluate((element) => getComputedStyle(element).backgroundColor);

test('shows the first letter on one of five colors if the picture is missing or fails to load', async ({
  page,
  mock,
}) => {
  const logins = ['amy', 'bob', 'cyd', 'dan', 'eve', 'fay'];
  mock.state.users = logins.map((login, id) => sampleUser({ id, login }));
  mock.state.users.push(sampleUser({ id: 9, login: 'gus', avatar: '/missing.png' }));
  mock.state.users.push(sampleUser({ id: 10, login: 'hal', avatar: picture }));
  await page.goto('/settings/users');
  await expect(stub(page, 'gus', 'G')).toBeVisible();
  const colours: string[] = [];
  for (const login of logins) {
    colours.push(await background(page, login, login.charAt(0).toUpperCase()));
  }
  expect(new Set(colours).size).toBe(5);
  expect(colours[5], 'the sixth code is the first again').toBe(colours[0]);
  await expect(stub(page, 'hal', 'H')).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'hal' }).locator('img')).toBeVisible();
});
