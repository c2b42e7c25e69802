// @vitest-environment happy-dom
import { changePassword, createToken, getCurrentUser } from '@millrace/contract/api';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import {
  confirm,
  expect,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../testing/screen-test.tsx';
import { serveConfig } from '../testing/serve-config.ts';

const { origin } = location;
const findFigure = async (name: string) => within(await screen.findByRole('figure', { name }));

test('copies the token, an example call and a command-line setup', async ({
  mock,
  open,
  user,
  passTime,
}) => {
  await open('/account');
  await screen.findByRole('heading', { name: 'Account Settings' });
  for (const [name, text] of [
    ['Personal Token', 'a-personal-token'],
    [
      'Example API Call',
      `curl -i ${origin}/api/user \\\n  -H "Authorization: Bearer a-personal-token"`,
    ],
    [
      'Example Command Line Setup',
      `export DRONE_SERVER=${origin}\nexport DRONE_TOKEN=a-personal-token\ndrone info`,
    ],
  ] as const) {
    const figure = await findFigure(name);
    await figure.findByText(/a-personal-token/);
    await user.click(figure.getByRole('button', { name: 'Copy' }));
    await figure.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe(text);
    await passTime(2000);
    figure.getByRole('button', { name: 'Copy' });
  }
  expect(mock.calls(createToken)[0]?.query).toEqual({});
});

test('shows Copied for two seconds', async ({ open, user: _, passTime }) => {
  await open('/account');
  const figure = await findFigure('Personal Token');
  await figure.findByText('a-personal-token');
  const copy = figure.getByRole('button', { name: 'Copy' });
  vi.setTimerTickMode('manual');
  await act(async () => copy.click());
  figure.getByRole('button', { name: 'Copied' });
  await passTime(1900);
  figure.getByRole('button', { name: 'Copied' });
  await passTime(200);
  expect(figure.queryByRole('button', { name: 'Copied' })).toBeNull();
});

test('reports a token that cannot be loaded', async ({ mock, open }) => {
  mock.fail(createToken, 'No token today', 500);
  await open('/account');
  await findToast('No token today');
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});

test('renews the token after a warning', async ({ mock, open, user }) => {
  await open('/account');
  const figure = await findFigure('Personal Token');
  await figure.findByText('a-personal-token');
  const renew = screen.getByRole('button', { name: 'Renew Token' });
  const question = 'Are you sure you want to renew your personal token?';
  await user.click(renew);
  const dialog = await screen.findByRole('alertdialog', { name: question });
  expect(dialog).toHaveAccessibleDescription(/^The old token stops working at once/);
  await confirm(user, question, 'Cancel');
  const rotations = () => mock.calls(createToken).filter(({ query }) => query.rotate);
  expect(rotations()).toEqual([]);
  await user.click(renew);
  await confirm(user, question, 'Renew Token');
  await findToast('Your token has been renewed');
  await figure.findByText('a-personal-token-renewed');
  expect(rotations()).toHaveLength(1);
});

const passwordFields = ['Current password', 'New password', 'Repeat the new password'];

test('changes the password if both new ones match', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/account');
  const form = within(await screen.findByRole('region', { name: 'Password' }));
  const [current, wanted, repeated] = passwordFields.map((name) => form.getByLabelText(name));
  await user.type(current as HTMLElement, 'old and long');
  await user.type(wanted as HTMLElement, 'new and long');
  await user.type(repeated as HTMLElement, 'new and wrong');
  await user.click(form.getByRole('button', { name: 'Change Password' }));
  form.getByText('The two new passwords differ.');
  expect(repeated).toHaveFocus();
  expect(mock.calls(changePassword)).toEqual([]);
  await user.clear(repeated as HTMLElement);
  await user.type(repeated as HTMLElement, 'new and long{Enter}');
  await findToast('Your password has been changed. All other sessions have ended.');
  expect(mock.calls(changePassword)[0]?.body).toEqual({
    current: 'old and long',
    password: 'new and long',
  });
  await waitFor(() => expect(current).toHaveValue(''));
});

test('reports a wrong current password and keeps the input', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(changePassword, 'The current password is wrong');
  await open('/account');
  for (const name of passwordFields) {
    await user.type(await screen.findByLabelText(name), 'some password');
  }
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  await findToast('Unable to change the password: The current password is wrong');
  expect(screen.getByLabelText('New password')).toHaveValue('some password');
  const current = screen.getByLabelText('Current password');
  await waitFor(() => expect(current).toHaveFocus());
  expect(current).toHaveAccessibleDescription('The current password is wrong');
});

test('hides the password of an account that has none here', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.reply(getCurrentUser, () => mock.state.user && { ...mock.state.user, has_password: false });
  await open('/account');
  await screen.findByRole('heading', { name: 'Account Settings' });
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
});
test('hides the password of accounts from a forge', async ({ open }) => {
  serveConfig({ extras: true, signIn: { password: false, forge: true } });
  await open('/account');
  await findFigure('Personal Token');
  expect(screen.queryByLabelText('Current password')).toBeNull();
});
