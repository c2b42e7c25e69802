import { atEachWidth, expect, test } from '../support/screen.ts';

const defaultError = 'An error occured during login attempt, please, try again';

test.beforeEach(({ mock }) => {
  mock.state.user = null;
});

test('returns to the requested page after sign-in on the forge', async ({ page, mock }) => {
  mock.config.signIn = { password: false, forge: true };
  await page.goto('/?filter=hello');
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute(
    'href',
    '/login?return_to=%2F%3Ffilter%3Dhello',
  );
});

atEachWidth(() => {
  test('shows the welcome page in English and Chinese, with a link to the forge', async ({
    page,
    mock,
  }) => {
    mock.config.signIn = { password: false, forge: true };
    await page.goto('/welcome');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText('Sign in');
    await expect(heading).toContainText('登录');
    await expect(page.getByText('Welcome to Millrace')).toBeVisible();
    await expect(
      page.getByText('You will be redirected to your source control system to authenticate.'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/login');
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in with a username and password' }).click();
    await expect(page).toHaveURL('/login/form');
    await expect(page.getByLabel('Password')).toBeVisible();
  });

  test('requires and trims both fields, and posts to /login', async ({ page, mock }) => {
    await page.goto('/login/form');
    await page.getByLabel('Username').fill('   ');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Please fill in this field.')).toHaveCount(2);
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill('  ada ');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Please fill in this field.')).toHaveCount(1);
    await expect(page.getByLabel('Password')).toBeFocused();
    expect(mock.signIns).toEqual([]);
    await page.getByLabel('Password').fill(' sesame ');
    await page.keyboard.press('Enter');
    await expect.poll(() => mock.signIns).toEqual([{ username: 'ada', password: 'sesame' }]);
    // Closing a page during a navigation can block the browser.
    await page.waitForLoadState();
  });
});

for (const hasForge of [false, true]) {
  const continues = hasForge ? 'and Continue where a forge is configured' : 'and no Continue';
  test(`shows the password form on the welcome page, ${continues}`, async ({ page, mock }) => {
    mock.config.signIn = { password: true, forge: hasForge };
    await page.goto('/welcome');
    await expect(page.getByLabel('Username')).toHaveAttribute('required');
    await expect(page.getByLabel('Password')).toHaveAttribute('required');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(hasForge ? 1 : 0);
    await expect(page.getByText(/You will be redirected/)).toHaveCount(hasForge ? 1 : 0);
  });
}

test('offers single sign-on beside the form, under the name of the provider', async ({
  page,
  mock,
}) => {
  mock.config.signIn = { password: true, forge: false, provider: 'Keycloak' };
  await page.goto('/?filter=hello');
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue with Keycloak' })).toHaveAttribute(
    'href',
    '/login/oidc?return_to=%2F%3Ffilter%3Dhello',
  );
});

for (const [query, message] of [
  ['', defaultError],
  ['?message=', defaultError],
  ['?message=Access%20denied%20%3Cb%3E', 'Access denied <b>'],
] as const) {
  test(`shows the message of /login/error${query}`, async ({ page }) => {
    await page.goto(`/login/error${query}`);
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
}

for (const offers of [
  { password: true, forge: false },
  { password: false, forge: true },
  { password: false, forge: false, provider: 'Keycloak' },
]) {
  const address = '/octo/hello/1/1/1?q=a%26b#L12-L14';
  const name = Object.keys(offers).at(-1);
  test(`sends query and fragment of the page with a sign-in: ${name} ${offers.forge}`, async ({
    page,
    mock,
  }) => {
    mock.config.signIn = offers;
    await page.goto(address);
    await page.locator('a[href="/welcome"]').first().click();
    const sent = offers.password
      ? page.locator('input[name=return_to]')
      : page.getByRole('link', { name: /Continue/ });
    const value = offers.password ? address : new RegExp(`${encodeURIComponent(address)}$`);
    await expect(sent).toHaveAttribute(offers.password ? 'value' : 'href', value);
  });
}

test('keeps the username and the page to return to after a rejected sign-in', async ({
  page,
  mock,
}) => {
  mock.config.signIn = { password: true, forge: false };
  await page
    .context()
    .route('**/login', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 303, headers: { location: '/login/error?message=No' } })
        : route.continue(),
    );
  await page.goto('/login/form?return_to=%2Focto%2Fhello%2F1%3Fq%3Dx%23L3');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login/error?message=No');
  await expect(page.getByLabel('Username')).toHaveValue('ada');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await expect(page.locator('input[name=return_to]')).toHaveValue('/octo/hello/1?q=x#L3');
  await page.goto('/logout');
  await expect(page.getByText('Your session has been successfully terminated.')).toBeVisible();
  await page.goto('/login/error');
  await expect(page.getByLabel('Username')).toHaveValue('');
});

test('confirms the logout', async ({ page }) => {
  await page.goto('/logout');
  await expect(page.getByText('Your session has been successfully terminated.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
