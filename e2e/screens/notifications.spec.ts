import { sampleDelivery, sampleSubscription } from '@millrace/contract/testing';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screen.ts';

const actions = (page: Page) => page.getByRole('button', { name: 'Actions for team' });

test.beforeEach(async ({ page, mock }) => {
  mock.config = { ...mock.config, extras: true, email: true };
  mock.state.subscriptions = [sampleSubscription()];
  mock.state.deliveries = [sampleDelivery()];
  await page.goto('/octo/hello/settings/notifications?deliveries=1');
  await expect(actions(page)).toBeVisible();
});

test('edits a subscription with the keyboard, and returns the focus', async ({ page }) => {
  await actions(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Send a test message' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit team' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: /^Are you sure you want to discard/ });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(actions(page)).toBeFocused();
});

test('returns the focus after a question', async ({ page }) => {
  await actions(page).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(actions(page)).toBeFocused();
});

test('returns the focus from the details of a delivery', async ({ page }) => {
  const details = page.getByRole('button', { name: 'Details of octo/hello #3' });
  await details.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'octo/hello #3' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();
});

test('shows the deliveries of a subscription below the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const heading = page.getByRole('heading', { name: 'Deliveries of team' });
  await page.getByRole('button', { name: 'Hide the deliveries of team' }).click();
  await expect(heading).toBeHidden();
  await page.getByRole('button', { name: 'Deliveries of team', exact: true }).click();
  await expect(heading).toBeInViewport();
});
