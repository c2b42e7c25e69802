// @vitest-environment happy-dom
import {
  removeSecondFactor,
  removeUserSecondFactor,
  setSecondFactor,
} from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import { confirm, expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const config = { extras: true, signIn: { password: true, forge: false } };
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const findPanel = async () => within(await screen.findByRole('region', { name: 'Second Factor' }));

test('is set up with a code and the password, and shows the recovery codes once', async ({
  mock,
  open,
  user,
}) => {
  serveConfig(config);
  await open('/account');
  const panel = await findPanel();
  await user.click(await panel.findByRole('button', { name: 'Set Up' }));
  const form = within(await screen.findByRole('dialog', { name: 'Second Factor' }));
  await form.findByText(secret);
  form.getByRole('img', { name: 'QR code for an authenticator app' });
  mock.fail(setSecondFactor, 'The code is wrong. Check the clock of the device', 400);
  await user.type(form.getByLabelText('Code'), '000000');
  await user.type(form.getByLabelText('Password'), 'sesame');
  await user.click(form.getByRole('button', { name: 'Set Up' }));
  await form.findByText('The code is wrong. Check the clock of the device');
  mock.restore(setSecondFactor);
  await user.clear(form.getByLabelText('Code'));
  await user.type(form.getByLabelText('Code'), '123456');
  await user.click(form.getByRole('button', { name: 'Set Up' }));
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
  codes.getByText(/abcde-fghjk-mnpqr-stuv0/);
  expect(mock.calls(setSecondFactor).at(-1)?.body).toEqual({
    secret,
    code: '123456',
    password: 'sesame',
  });
  await user.click(codes.getByRole('button', { name: 'Done' }));
  await panel.findByText(/On\. Recovery codes that are not used yet: 10\./);
});

test('renews the recovery codes, and is removed', async ({ mock, open, user }) => {
  serveConfig(config);
  mock.state.secondFactor = { on: true, required: false, created: 1, recovery_codes: 3 };
  await open('/account');
  const panel = await findPanel();
  await user.click(await panel.findByRole('button', { name: 'Renew Recovery Codes' }));
  const renew = within(await screen.findByRole('dialog', { name: 'Renew Recovery Codes' }));
  await user.type(renew.getByLabelText('Password'), 'sesame');
  await user.click(renew.getByRole('button', { name: 'Renew Recovery Codes' }));
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
  await user.click(codes.getByRole('button', { name: 'Done' }));
  await panel.findByText(/not used yet: 10/);
  await user.click(panel.getByRole('button', { name: 'Remove Second Factor' }));
  const remove = within(await screen.findByRole('dialog', { name: 'Remove Second Factor' }));
  await user.type(remove.getByLabelText('Password'), 'sesame');
  await user.click(remove.getByRole('button', { name: 'Remove Second Factor' }));
  await findToast('The second factor has been removed');
  expect(mock.calls(removeSecondFactor)[0]?.body).toEqual({ password: 'sesame' });
  await panel.findByText(/Off\./);
});

test('cannot be removed if the server requires it', async ({ mock, open }) => {
  serveConfig(config);
  mock.state.secondFactor = { on: true, required: true, created: 1, recovery_codes: 3 };
  await open('/account');
  const panel = await findPanel();
  await panel.findByText(/This server requires a second factor\./);
  expect(panel.queryByRole('button', { name: 'Remove Second Factor' })).toBeNull();
});

test('is not offered to accounts of a provider', async ({ mock, open }) => {
  serveConfig(config);
  Object.assign(mock.state.user ?? {}, { has_password: false });
  await open('/account');
  await screen.findByText('Personal Token');
  expect(screen.queryByText('Second Factor')).toBeNull();
});

test('is removed by a system admin', async ({ mock, open, user }) => {
  serveConfig(config);
  mock.state.users.push(sampleUser({ id: 2, login: 'bob' }));
  mock.state.secondFactor = { on: true, required: false, created: 1, recovery_codes: 3 };
  await open('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Edit bob' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Second Factor' }));
  await confirm(
    user,
    'Are you sure you want to remove the second factor of this user?',
    'Remove Second Factor',
  );
  await findToast('The second factor has been removed');
  expect(mock.calls(removeUserSecondFactor)[0]?.params).toEqual({ login: 'bob' });
});
