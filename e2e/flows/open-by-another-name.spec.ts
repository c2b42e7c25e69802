import type { Page } from '@playwright/test';
import { test as base, expect, signIn } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

/** A page of a browser that finds every host on this machine, as another machine of a network does. */
const test = base.extend<{ distant: Page }>({
  distant: async ({ playwright, launchOptions, locale, viewport }, use) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.test 127.0.0.1'];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    await use(await browser.newPage({ locale, viewport }));
    await browser.close();
  },
});

test('is used by plain HTTP from another machine', async ({ millrace, slug, distant: page }) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(['echo flour']) }, 'Grind');
  await tree.push();
  const url = millrace.url.replace('127.0.0.1', 'mill.test');
  await signIn(page, url, 'admin', millrace.adminPassword);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await page.goto(`${url}/${slug}`);
  await page.getByRole('button', { name: 'New Build' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('New build has started successfully')).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(page.getByRole('button', { name: /notif/i })).toHaveCount(0);

  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: /^Copy/ }).first().click();
  await expect(page.getByText('Copied').first()).toBeVisible();

  await page.goto(`${url}/logout`);
  await expect(page.getByText('Your session has been successfully terminated.')).toBeVisible();
});

for (const policy of ['no-referrer', 'unsafe-url']) {
  test(`rejects the form of another site with ${policy}`, async ({ millrace, distant: page }) => {
    const url = millrace.url.replace('127.0.0.1', 'mill.test');
    await page.route('http://other.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'referrer-policy': policy },
        body: `<form method="post" action="${url}/login">
          <input name="username" value="admin"><input name="password" value="${millrace.adminPassword}">
          <button>Win</button></form>`,
      }),
    );
    await page.goto('http://other.test/');
    await page.getByRole('button', { name: 'Win' }).click();
    await expect(page.getByText('The sign-in came from another site')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  });
}
