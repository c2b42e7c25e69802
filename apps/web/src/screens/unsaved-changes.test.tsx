// @vitest-environment happy-dom
import { createSecret, updateRepo } from '@millrace/contract/api';
import {
  confirm,
  expect,
  findAddress,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
} from '../testing/screen-test.tsx';

const settings = '/octo/hello/settings';
const leaving = 'Are you sure you want to leave without saving?';
const discarding = 'Are you sure you want to discard what you typed?';

/** Returns whether the browser would ask for confirmation before the page is closed. */
function mustConfirmUnload(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('asks for confirmation before leaving changed settings', async ({ open, user }) => {
  await open(settings);
  await user.click(await screen.findByRole('switch', { name: 'Disable forks' }));
  expect(mustConfirmUnload()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Badges' }));
  await confirm(user, leaving, 'Cancel');
  await findAddress(settings);
  expect(screen.getByRole('switch', { name: 'Disable forks' })).toBeChecked();
  await user.click(screen.getByRole('link', { name: 'Badges' }));
  await confirm(user, leaving, 'Leave');
  await findAddress(`${settings}/badges`);
  expect(mustConfirmUnload()).toBe(false);
});

test('does not ask after changes were saved or reverted', async ({ mock, open, user }) => {
  await open(settings);
  const forks = () => screen.getByRole('switch', { name: 'Disable forks' });
  await user.click(await screen.findByRole('switch', { name: 'Disable forks' }));
  await user.click(forks());
  expect(mustConfirmUnload()).toBe(false);
  await user.click(forks());
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Changes have been saved');
  await waitFor(() => expect(mustConfirmUnload()).toBe(false));
  await user.click(screen.getByRole('link', { name: 'Badges' }));
  await findAddress(`${settings}/badges`);
  expect(mock.calls(updateRepo)).toHaveLength(1);
});

test('asks on Escape in a dialog with input, but never on Cancel', async ({ open, user }) => {
  await open(`${settings}/secrets`);
  const add = await screen.findByRole('button', { name: 'New Secret' });
  const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(add);
  await findDialog('Create a New Secret');
  await user.keyboard('{Escape}');
  await noDialog();
  await user.click(add);
  const dialog = await findDialog('Create a New Secret');
  await user.type(dialog.getByLabelText('Value'), 'hunter2');
  await user.keyboard('{Escape}');
  await confirm(user, discarding, 'Cancel');
  expect(dialog.getByLabelText('Value')).toHaveValue('hunter2');
  expect(mustConfirmUnload()).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await confirm(user, discarding, 'Discard');
  await noDialog();
  await user.click(add);
  await user.type((await findDialog('Create a New Secret')).getByLabelText('Value'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await noDialog();
  expect(mustConfirmUnload()).toBe(false);
});

test('still asks after the request of a dialog failed', async ({ mock, open, user }) => {
  mock.fail(createSecret, 'no');
  await open(`${settings}/secrets`);
  await user.click(await screen.findByRole('button', { name: 'New Secret' }));
  const dialog = await findDialog('Create a New Secret');
  await user.type(dialog.getByLabelText('Name'), 'key');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Unable to add secret: no');
  await waitFor(() => expect(mustConfirmUnload()).toBe(true));
});

test('asks on going back, and keeps the page meanwhile', async ({ open, user }) => {
  await open('/octo/hello/settings/badges');
  await user.click(await screen.findByRole('link', { name: 'General' }));
  await user.click(await screen.findByRole('switch', { name: 'Disable forks' }));
  history.back();
  await confirm(user, leaving, 'Cancel');
  await findAddress(settings);
  history.back();
  await confirm(user, leaving, 'Leave');
  await findAddress(`${settings}/badges`);
  await screen.findByRole('heading', { name: 'Badges' });
});
