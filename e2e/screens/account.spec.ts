import { createToken } from '@millrace/contract/api';
import { atEachWidth, expect, test, toast } from '../support/screen.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

atEachWidth(() => {
  test('the token, an example call and a command-line set-up can be copied', async ({
    page,
    mock,
  }) => {
    await page.clock.install();
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    for (const [name, text] of [
      ['Personal Token', 'a-personal-token'],
      [
        'Example API Call',
        `curl -i ${mock.url}/api/user \\\n  -H "Authorization: Bearer a-personal-token"`,
      ],
      [
        'Example Command Line Setup',
        `export DRONE_SERVER=${mock.url}\nexport DRONE_TOKEN=a-personal-token\ndrone info`,
      ],
    ] as const) {
      const figure = page.getByRole('figure', { name });
      await expect(figure).toContainText('a-personal-token');
      await figure.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(figure.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      await page.clock.fastForward(2000);
      await expect(figure.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    }
    expect(mock.calls(createToken)[0]?.query).toEqual({});
  });
});

test('Copied stays for two seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/account');
  const figure = page.getByRole('figure', { name: 'Personal Token' });
  await expect(figure).toContainText('a-personal-token');
  await page.clock.pauseAt(Date.now() + 60_000);
  await figure.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(figure.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  await page.clock.runFor(1900);
  await expect(figure.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(figure.getByRole('button', { name: 'Copied', exact: true })).toHaveCount(0);
});

test('Logout is a plain navigation to /logout', async ({ page, mock }) => {
  await page.goto('/account');
  const logout = page.getByRole('link', { name: 'Logout' });
  await expect(logout).toHaveAttribute('href', '/logout');
  await logout.click();
  await expect(page.getByText('Your session has been successfully terminated.')).toBeVisible();
  expect(mock.state.user).toBeNull();
});

test('a token that cannot be had is told', async ({ page, mock }) => {
  mock.fail(createToken, 'No token today', 500);
  await page.goto('/account');
  await expect(toast(page, 'No token today')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(0);
});
