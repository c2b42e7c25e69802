// @vitest-environment happy-dom
import { expect, findAddress, screen, test } from '../testing/screen-test.tsx';

test('someone signed in reads what is missing and gets no Sign In link', async ({ open, user }) => {
  await open('/octo/missing');
  await screen.findByRole('heading', {
    name: 'We are sorry, the resource you requested cannot be found.',
  });
  screen.getByText("That's all we know.");
  expect(screen.queryByRole('link', { name: /Sign In/i })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Go to the dashboard' }));
  await findAddress('/');
});

test('a visitor gets a Sign In link', async ({ mock, open, user }) => {
  mock.state.user = null;
  await open('/404');
  await user.click(await screen.findByRole('link', { name: 'Sign In' }));
  await findAddress('/welcome');
});
