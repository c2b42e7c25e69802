// @vitest-environment happy-dom
import { syncUserRepos, updateCurrentUser } from '@millrace/contract/api';
import { onTestFinished, vi } from 'vitest';
import { expect, findAddress, findToast, screen, test } from '../testing/screen-test.tsx';

test('sends the trimmed input, and opens the dashboard', async ({ mock, open, user }) => {
  await open('/register');
  await user.type(await screen.findByLabelText('Email'), ' ada@example.com ');
  await user.type(screen.getByLabelText('Full name'), '  Ada Lovelace ');
  await user.type(screen.getByLabelText(/Company/), ' Engines ');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await findAddress('/');
  const body = { email: 'ada@example.com', name: 'Ada Lovelace', company: 'Engines' };
  expect(mock.calls(updateCurrentUser).map((call) => call.body)).toEqual([body]);
});

test('only logs a failure, and opens the dashboard', async ({ mock, open, user }) => {
  mock.fail(updateCurrentUser, 'No mail today', 500);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  await open('/register');
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Full name'), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await findAddress('/');
  await screen.findByRole('heading', { name: 'Dashboard' });
  // When this notification is shown, an earlier one would be visible too.
  mock.fail(syncUserRepos, 'No', 500);
  await user.click(await screen.findByRole('button', { name: 'Sync' }));
  await findToast(/Sync error has occured/);
  expect(screen.queryByText(/No mail today/)).toBeNull();
  expect(logged).toHaveBeenCalledWith('No mail today');
});

test('links the privacy policy and the licence', async ({ open, user }) => {
  await open('/register');
  const licence = await screen.findByRole('link', { name: 'Licence' });
  expect(licence).toHaveAttribute('href', expect.stringMatching(/apache\.org/));
  await user.click(screen.getByRole('link', { name: 'Privacy policy' }));
  await screen.findByRole('heading', { name: /keeps about you/ });
});
