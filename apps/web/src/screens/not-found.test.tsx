// @vitest-environment happy-dom
import { expect, findAddress, screen, test } from '../testing/screen-test.tsx';

test('shows a signed-in user an explanation without a Sign In link', async ({ open, user }) => {
  await open('/octo/missing');
  await screen.findByRole('heading', {
    name: 'We are sorry, the resource you requested cannot be found.',
  });
  screen.getByText("That's all we know.");
  expect(screen.queryByRole('link', { name: /Sign In/i })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Go to the dashboard' }));
  await findAddress('/');
});

test('shows a guest a Sign In link', async ({ mock, open, user }) => {
  mock.state.user = null;
  await open('/404');
  await user.click(await screen.findByRole('link', { name: 'Sign In' }));
  await findAddress('/welcome');
});
