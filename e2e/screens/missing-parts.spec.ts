import { linesOf, recentStage, recentStep } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { buttonOf, logOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { expect, test, toast } from '../support/screen.ts';

const missing = 'This part of the interface could not be loaded.';

function giveFailure(mock: MockServer) {
  const stages = [recentStage({ status: 'failure', steps: [recentStep({ status: 'failure' })] })];
  const attempts = [
    { number: 2, login: 'ada', status: 'failure', created: 2, started: 2, finished: 3 },
    { number: 1, login: 'ada', status: 'failure', created: 1, started: 1, finished: 2 },
  ] as const;
  setBuild(mock, { status: 'failure', attempt: 2, attempts: [...attempts], stages });
  mock.state.log = linesOf(['it broke']);
}

test('reports an interface that cannot be loaded, and reloads it', async ({ page }) => {
  await page.route('**/static/index-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The interface could not be loaded',
  );
  await page.unroute('**/static/index-*.js');
  await buttonOf(page, 'Reload the page').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});

test('tells browsers without JavaScript that it is required', async ({
  playwright,
  launchOptions,
  mock,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=scriptEnabled=false'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage();
  await page.goto(mock.url);
  expect(await page.locator('noscript').innerText()).toContain('Millrace needs JavaScript.');
  await browser.close();
});

for (const [name, file, path, press, part] of [
  ['the menu of a build', 'build-menu', '/octo/hello/1', 'Actions', 'menu'],
  ['the form of a new build', 'new-build-dialog', '/octo/hello', 'New Build', 'dialog'],
] as const) {
  test(`reports that ${name} cannot be loaded, and retries`, async ({ page, mock }) => {
    giveFailure(mock);
    await page.route(`**/${file}-*.js`, (route) => route.abort());
    await page.goto(path);
    await buttonOf(page, press).click();
    await expect(toast(page, missing)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(`**/${file}-*.js`);
    await buttonOf(page, press).click();
    await expect(page.getByRole(part)).toBeVisible();
  });
}

test('reports that the promotion form cannot be loaded, and retries', async ({ page, mock }) => {
  giveFailure(mock);
  await page.route('**/deploy-dialog-*.js', (route) => route.abort());
  await page.goto('/octo/hello/1');
  const promote = async () => {
    await buttonOf(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Promote' }).click();
  };
  await promote();
  await expect(toast(page, missing)).toBeVisible();
  await page.unroute('**/deploy-dialog-*.js');
  await promote();
  await expect(page.getByRole('dialog', { name: 'Create deployment' })).toBeVisible();
});

test('shows the log if the panels above it cannot be loaded', async ({ page, mock }) => {
  giveFailure(mock);
  await page.route(/(attempt-bar|failure-panel)-.*\.js/, (route) => route.abort());
  await page.goto('/octo/hello/1/1/1');
  await expect(logOf(page)).toContainText('it broke');
  await expect(buttonOf(page, 'Restart')).toBeVisible();
});

test('reports an unreachable server after an action', async ({ page }) => {
  const away = 'The server cannot be reached';
  await page.goto('/');
  await buttonOf(page, 'Sync').waitFor();
  await page.route('**/*', (route) => route.abort());
  await buttonOf(page, 'Sync').click();
  await expect(toast(page, 'Sync error has occured, please, try again')).toBeVisible();
  await page.unroute('**/*');

  await page.goto('/octo/hello');
  // The form is loaded shortly after the page.
  await page.waitForResponse('**/static/new-build-dialog-*.js');
  await page.route('**/*', (route) => route.abort());
  await buttonOf(page, 'New Build').click();
  const branch = page.getByRole('dialog').getByLabel('Branch');
  await branch.fill('topic');
  await buttonOf(page, 'Create').click();
  await expect(toast(page, `Unable to start a new build: ${away}`)).toBeVisible();
  await expect(branch).toHaveValue('topic');
  await page.unroute('**/*');

  await page.goto('/octo/hello/settings');
  await page.getByLabel('Protected').click();
  await page.route('**/*', (route) => route.abort());
  await buttonOf(page, 'Save Changes').click();
  await expect(toast(page, `Unable to save changes: ${away}`)).toBeVisible();
});
