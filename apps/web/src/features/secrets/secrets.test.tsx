// @vitest-environment happy-dom
import {
  createOrgSecret,
  createSecret,
  createServerSecret,
  deleteOrgSecret,
  deleteSecret,
  deleteServerSecret,
  updateOrgSecret,
  updateSecret,
} from '@millrace/contract/api';
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

const kinds = [
  {
    whose: 'repository',
    address: '/octo/hello/settings/secrets',
    list: 'secrets',
    table: 'Secrets',
    word: 'secret',
    add: 'New Secret',
    dialogTitle: 'Create a New Secret',
    empty: 'No Secrets',
    create: createSecret,
    remove: deleteSecret,
    done: 'Secret',
  },
  {
    whose: 'organisation',
    list: 'orgSecrets',
    table: 'Organization Secrets',
    word: 'organization secret',
    add: 'New Organization Secret',
    done: 'Organization secret',
    dialogTitle: 'Create a New Organization Secret',
    empty: 'No Organization Secrets',
    create: createOrgSecret,
    remove: deleteOrgSecret,
    address: '/octo/hello/settings/org-secrets',
  },
  {
    whose: 'server',
    address: '/settings/secrets',
    list: 'serverSecrets',
    table: 'Server Secrets',
    word: 'server secret',
    add: 'New Server Secret',
    dialogTitle: 'Create a New Server Secret',
    empty: 'No Server Secrets',
    create: createServerSecret,
    remove: deleteServerSecret,
    done: 'Server secret',
  },
] as const;

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

for (const kind of kinds) {
  const { address } = kind;
  const question = `Are you sure you want to delete this ${kind.word}?`;

  test(`creates a secret of the ${kind.whose} in the dialog, and deletes it`, async ({
    mock,
    open,
    user,
  }) => {
    await open(address);
    await screen.findByText(kind.empty);
    screen.getByText(
      'Manage sensitive configuration parameters, such as passwords, tokens, and ssh keys.',
    );
    await user.click(screen.getByRole('button', { name: kind.add }));
    const dialog = await findDialog(kind.dialogTitle);
    await user.type(dialog.getByLabelText('Name'), 'password');
    await user.type(dialog.getByLabelText('Value'), 'two\nlines');
    await user.click(dialog.getByRole('checkbox', { name: 'Allow Pull Requests' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await findToast(`${kind.done} has been added successfully`);
    await noDialog();
    expect(mock.calls(kind.create).map(({ body }) => body)).toEqual([
      { name: 'password', data: 'two\nlines', pull_request: true },
    ]);
    const table = within(await screen.findByRole('table', { name: kind.table }));
    expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
      'Name',
      'Pull Requests',
      'Actions',
    ]);
    table.getByRole('row', { name: /^password Enabled\b/ });
    // The lines to copy into the pipeline file.
    const use = screen.getByRole('figure', { name: /^password in the pipeline file/ });
    expect(use).toHaveTextContent('PASSWORD: from_secret: password');

    await user.click(screen.getByRole('button', { name: 'Delete password' }));
    await confirm(user, question, 'Cancel');
    expect(mock.calls(kind.remove)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete password' }));
    await confirm(user, question, 'Delete');
    await findToast(`${kind.done} has been removed successfully`);
    await screen.findByText(kind.empty);
    expect(mock.calls(kind.remove).map(({ params }) => params.secret)).toEqual(['password']);
  });

  test(`keeps the dialog if a secret of the ${kind.whose} is rejected`, async ({
    mock,
    open,
    user,
  }) => {
    mock.fail(kind.create, 'Invalid Secret Name');
    await open(address);
    await user.click(await screen.findByRole('button', { name: kind.add }));
    const dialog = await findDialog(kind.dialogTitle);
    await user.type(dialog.getByLabelText('Name'), 'not a name');
    await user.type(dialog.getByLabelText('Value'), 'sesame');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await findToast(`Unable to add ${kind.word}: Invalid Secret Name`);
    const sameDialog = await findDialog(kind.dialogTitle);
    const name = sameDialog.getByLabelText('Name');
    expect(name).toHaveValue('not a name');
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription('Invalid Secret Name');
    await user.type(name, 's');
    expect(name).not.toHaveAccessibleDescription();
    expect(sameDialog.getByLabelText('Value')).toHaveValue('sesame');
    await user.click(sameDialog.getByRole('button', { name: 'Cancel' }));
    await noDialog();
  });

  test(`keeps a secret of the ${kind.whose} that cannot be deleted`, async ({
    mock,
    open,
    user,
  }) => {
    mock.state[kind.list as 'secrets' | 'orgSecrets' | 'serverSecrets'] = [
      { id: 1, name: 'password', pull_request: false },
    ];
    mock.fail(kind.remove, 'database is locked', 500);
    await open(address);
    await user.click(await screen.findByRole('button', { name: 'Delete password' }));
    await confirm(user, question, 'Delete');
    await findToast(`Unable to remove ${kind.word}: database is locked`);
    screen.getByRole('row', { name: /^password Disabled\b/ });
  });
}

test('keeps the dialog of a secret open when saving the previous one finishes', async ({
  mock,
  open,
  user,
}) => {
  await open('/octo/hello/settings/secrets');
  const add = await screen.findByRole('button', { name: 'New Secret' });
  const release = mock.hold(createSecret);
  await user.click(add);
  const first = await findDialog('Create a New Secret');
  await user.type(first.getByLabelText('Name'), 'first');
  await user.type(first.getByLabelText('Value'), 'of the first');
  await user.click(first.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(mock.calls(createSecret)).toHaveLength(1));
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  await noDialog();
  await user.click(add);
  const second = await findDialog('Create a New Secret');
  await user.type(second.getByLabelText('Name'), 'second');
  release();
  await findToast('Secret has been added successfully');
  const sameDialog = await findDialog('Create a New Secret');
  expect(sameDialog.getByLabelText('Name')).toHaveValue('second');
});

test('replaces the value of a secret without showing the old one', async ({ mock, open, user }) => {
  mock.state.secrets = [{ id: 1, repo_id: 1, name: 'key', pull_request: false }];
  await open('/octo/hello/settings/secrets');
  await user.click(await screen.findByRole('button', { name: 'Edit key' }));
  const dialog = await findDialog('Edit the secret key');
  expect(dialog.getByLabelText('New value')).toHaveValue('');
  await user.type(dialog.getByLabelText('New value'), 'hunter3');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('Secret has been updated');
  expect(mock.calls(updateSecret)[0]?.body).toEqual({ data: 'hunter3' });
});

test('changes only the flag of a secret if the value is empty', async ({ mock, open, user }) => {
  mock.state.orgSecrets = [{ id: 1, namespace: 'octo', name: 'key', pull_request: false }];
  await open('/octo/hello/settings/org-secrets');
  await user.click(await screen.findByRole('button', { name: 'Edit key' }));
  const dialog = await findDialog('Edit the secret key');
  await user.click(dialog.getByRole('checkbox', { name: 'Allow Pull Requests' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('Secret has been updated');
  expect(mock.calls(updateOrgSecret)[0]?.body).toEqual({ pull_request: true });
});

test('limits a secret to builds and images, and shows its last use', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.secrets = [
    { id: 1, name: 'key', pull_request: false, last_used: 1, last_used_build: 42 },
    { id: 2, name: 'new', pull_request: true, last_used: 0, branches: ['main'] },
  ];
  await open('/octo/hello/settings/secrets');
  const table = within(await screen.findByRole('table', { name: 'Secrets' }));
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
    'Name',
    'Pull Requests',
    'Limits',
    'Last used',
    'Actions',
  ]);
  table.getByRole('row', { name: /^new Enabled main Never/ });
  const used = within(table.getByRole('row', { name: /^key Disabled None/ }));
  expect(used.getByRole('link', { name: '#42' })).toHaveAttribute('href', '/octo/hello/42');
  await user.click(screen.getByRole('button', { name: 'Edit key' }));
  const dialog = await findDialog('Edit the secret key');
  await user.click(dialog.getByRole('checkbox', { name: 'Push' }));
  await user.type(dialog.getByLabelText('Branches'), 'main\nrelease/*');
  await user.type(dialog.getByLabelText('Images'), 'plugins/docker');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('Secret has been updated');
  expect(mock.calls(updateSecret)[0]?.body).toEqual({
    events: ['push'],
    branches: ['main', 'release/*'],
    images: ['plugins/docker'],
  });
  await screen.findByRole('row', { name: /^key Disabled Push · main, release\/\* · plugins/ });
});

test('shows a rejected limit at its field', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(createSecret, 'Invalid Secret Limit: "A B" is not an image name');
  await open('/octo/hello/settings/secrets');
  await user.click(await screen.findByRole('button', { name: 'New Secret' }));
  const dialog = await findDialog('Create a New Secret');
  await user.type(dialog.getByLabelText('Name'), 'key');
  await user.type(dialog.getByLabelText('Value'), 'sesame');
  await user.type(dialog.getByLabelText('Images'), 'A B');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const images = dialog.getByLabelText('Images');
  await waitFor(() => expect(images).toHaveAccessibleDescription(/is not an image name$/));
});
