// @vitest-environment happy-dom
import { createRegistry, importRegistries, updateRegistry } from '@millrace/contract/api';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const page = '/octo/hello/settings/registries';

test('adds, changes and deletes the credentials of a registry', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open(page);
  await screen.findByText('No Registries');
  await user.click(screen.getByRole('button', { name: 'New Registry' }));
  const dialog = await findDialog('Add a Registry');
  await user.type(dialog.getByLabelText('Address'), 'ghcr.io');
  await user.type(dialog.getByLabelText('Username'), 'ci');
  await user.type(dialog.getByLabelText('Password or token'), 'hunter22');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast('Registry has been added successfully');
  expect(mock.calls(createRegistry)[0]?.body).toEqual({
    address: 'ghcr.io',
    username: 'ci',
    password: 'hunter22',
  });
  const table = within(await screen.findByRole('table', { name: 'Registries' }));
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
    'Address',
    'Username',
    'Last used',
    'Actions',
  ]);
  table.getByRole('row', { name: /^ghcr\.io ci Never/ });

  await user.click(screen.getByRole('button', { name: 'Edit ghcr.io' }));
  const edit = await findDialog('Edit the credentials for ghcr.io');
  expect(edit.getByLabelText('New password or token')).toHaveValue('');
  await user.clear(edit.getByLabelText('Username'));
  await user.type(edit.getByLabelText('Username'), 'bot');
  await user.click(edit.getByRole('button', { name: 'Save' }));
  await findToast('Registry has been updated');
  expect(mock.calls(updateRegistry)[0]?.body).toEqual({ username: 'bot' });
  await screen.findByRole('row', { name: /^ghcr\.io bot/ });

  await user.click(screen.getByRole('button', { name: 'Delete ghcr.io' }));
  await confirm(user, 'Are you sure you want to delete these credentials?', 'Delete');
  await findToast('Registry has been removed successfully');
  await screen.findByText('No Registries');
});

test('imports a Docker config.json, and names what it could not import', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await findDialog('Import a Docker config.json');
  await user.type(dialog.getByLabelText('Text of config.json'), '{{}');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await findToast('Registries have been imported');
  await findToast('Not imported, because the file has no password: gcr.io');
  expect(mock.calls(importRegistries)[0]?.body).toEqual({ config: '{}' });
  await screen.findByRole('row', { name: /^quay\.io robot/ });
});

test.for([
  ['Invalid Registry Address: a host', 'Address'],
  ['There are already credentials for ghcr.io', 'Address'],
  ['Invalid Registry Username', 'Username'],
  ['Invalid Registry Password', 'Password or token'],
] as const)('shows "%s" at its field', async ([message, label], { mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(createRegistry, message);
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'New Registry' }));
  const dialog = await findDialog('Add a Registry');
  await user.type(dialog.getByLabelText('Address'), 'x');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await findToast(`Unable to add registry: ${message}`);
  await waitFor(() => expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(message));
});

test('opens the registries of the organization and of the server', async ({ open }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/settings/org-registries');
  await screen.findByRole('heading', { name: 'Organization Registries' });
  await open('/settings/registries');
  await screen.findByRole('heading', { name: 'Server Registries' });
});
