import { getBuild, listBuilds } from '@millrace/contract/api';
import { setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const entry = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem').filter({ hasText: title });

test('a build that is cancelled or restarted is in the list without a second read', async ({
  page,
  mock,
}) => {
  setStep(mock, { status: 'running' });
  // Nothing gets old: the page calls only for what it was made to.
  await page.clock.setFixedTime(new Date());
  await page.goto('/');
  await expect.poll(() => mock.listeners).toBe(1);
  await page.getByRole('region', { name: 'Repositories' }).getByRole('listitem').click();
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
