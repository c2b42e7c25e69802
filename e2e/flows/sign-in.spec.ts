import { expect, signIn, test } from '../support/test.ts';

// Uses the password that the server prints.
test.use({ isFirstStart: true });

test('reports a wrong password, and returns to the requested page after sign-in', async ({
  page,
  millrace,
}) => {
  const wanted = `${millrace.url}/admin/nothing/3`;
  await signIn(page, millrace.url, 'admin', 'wrong password');
  await expect(page).toHaveURL(/\/login\/error\?message=/);
  await expect(page.getByText('Invalid username or password')).toBeVisible();

  await page.goto(millrace.url);
  await expect(page).toHaveURL(/\/welcome/);
  await signIn(page, millrace.url, 'admin', millrace.adminPassword);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await page.goto(wanted);
  await expect(
    page.getByText('We are sorry, the resource you requested cannot be found.'),
  ).toBeVisible();
});

test('ends the session on the server on logout', async ({ signedIn: page, millrace }) => {
  const cookies = await page.context().cookies();
  await page.goto(`${millrace.url}/logout`);
  await expect(page.getByText('Your session has been successfully terminated.')).toBeVisible();
  await page.context().addCookies(cookies);
  const answer = await page.request.get(`${millrace.url}/api/user`);
  expect(answer.status()).toBe(401);
});
