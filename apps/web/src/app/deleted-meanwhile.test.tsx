// @vitest-environment happy-dom
import {
  deleteCron,
  deleteOrgSecret,
  deleteSecret,
  deleteTemplate,
  deleteUser,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { sampleUser } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
} from '../testing/screen-test.tsx';

const settings = '/octo/hello/settings';

/** Lists that contain an item `gone`, which another tab deletes. */
const lists = [
  {
    path: `${settings}/secrets`,
    endpoint: deleteSecret,
    setUp: ({ state }: MockApi) => {
      state.secrets = [{ id: 1, name: 'gone', pull_request: false }];
    },
    remove: ({ state }: MockApi) => {
      state.secrets = [];
    },
    question: 'Are you sure you want to delete this secret?',
    message: 'Unable to remove secret: Not Found',
  },
  {
    path: `${settings}/org-secrets`,
    endpoint: deleteOrgSecret,
    setUp: ({ state }: MockApi) => {
      state.orgSecrets = [{ id: 1, name: 'gone', pull_request: false }];
    },
    remove: ({ state }: MockApi) => {
      state.orgSecrets = [];
    },
    question: 'Are you sure you want to delete this organization secret?',
    message: 'Unable to remove organization secret: Not Found',
  },
  {
    path: `${settings}/templates`,
    endpoint: deleteTemplate,
    setUp: ({ state }: MockApi) => {
      state.templates = [
        { id: 1, name: 'gone', namespace: 'octo', data: 'text', created: 1, updated: 1 },
      ];
    },
    remove: ({ state }: MockApi) => {
      state.templates = [];
    },
    question: 'Are you sure you want to remove template?',
    message: 'Not Found',
  },
  {
    path: `${settings}/cron`,
    endpoint: deleteCron,
    setUp: ({ state }: MockApi) => {
      state.crons = [
        {
          id: 1,
          repo_id: 1,
          name: 'gone',
          expr: '@hourly',
          next: 0,
          prev: 0,
          event: 'push',
          branch: 'main',
          disabled: false,
          created: 1,
          updated: 1,
          version: 1,
        },
      ];
    },
    remove: ({ state }: MockApi) => {
      state.crons = [];
    },
    question: 'Are you sure you want to remove cron job?',
    message: 'Not Found',
  },
];

for (const { path, endpoint, setUp, remove, question, message } of lists) {
  test(`${path} removes an item that another user deleted`, async ({ mock, open, user }) => {
    setUp(mock);
    mock.fail(endpoint, errorMessages.notFound, 404);
    await open(path);
    const deleteButton = await screen.findByRole('button', { name: 'Delete gone' });
    remove(mock);
    await user.click(deleteButton);
    await confirm(user, question, 'Delete');
    await findToast(message);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete gone' })).toBeNull());
  });
}

test('removes an account that another user deleted from the list', async ({ mock, open, user }) => {
  mock.state.users.push(sampleUser({ id: 2, login: 'gone' }));
  mock.fail(deleteUser, errorMessages.notFound, 404);
  await open('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Edit gone' }));
  const dialog = await findDialog('Edit user');
  mock.state.users = mock.state.users.filter(({ login }) => login !== 'gone');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await confirm(user, 'Are you sure you want to delete this user?', 'Delete');
  await findToast('Unable to delete user: Not Found');
  await waitFor(() =>
    expect([...document.querySelectorAll('tr')].map((row) => row.textContent)).not.toContainEqual(
      expect.stringContaining('gone'),
    ),
  );
});
