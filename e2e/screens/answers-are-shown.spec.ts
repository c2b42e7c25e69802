import { getBuild, listBuilds } from '@millrace/contract/api';
import { setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const entry = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Executions' }).getByRole('listitem').filter({ hasText: title });

test('shows a canceled or restarted build in the list without another fetch', async ({
  page,
  mock,
}) => {
  setStep(mock, { status: 'running' });
  // Stops the clock, so that nothing becomes stale and the page makes only calls caused by the test.
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
