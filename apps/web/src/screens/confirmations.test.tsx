// @vitest-environment happy-dom
import { nowSec, sampleUser } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import { expect, screen, test } from '../testing/screen-test.tsx';

const times = { created: nowSec(), updated: nowSec() };

test.for<[string, string, RegExp, (mock: MockApi) => void]>([
  [
    '/octo/hello/settings/secrets',
    'Delete key',
    /octo\/hello no longer get the secret key\./,
    ({ state }) => {
      state.secrets = [{ id: 1, repo_id: 1, name: 'key', pull_request: false }];
    },
  ],
  [
    '/octo/hello/settings/org-secrets',
    'Delete key',
    /of octo no longer get the secret key\./,
    ({ state }) => {
      state.orgSecrets = [{ id: 1, namespace: 'octo', name: 'key', pull_request: false }];
    },
  ],
  [
    '/octo/hello/settings/cron',
    'Delete nightly',
    /^The cron job nightly no longer starts builds of octo\/hello\./,
    ({ state }) => {
      const rest = { repo_id: 1, event: 'push', disabled: false, version: 1, prev: 0, next: 0 };
      state.crons = [{ id: 1, name: 'nightly', branch: 'main', expr: '@daily', ...rest, ...times }];
    },
  ],
  [
    '/octo/hello/settings/templates',
    'Delete go.yaml',
    /^Builds of octo whose pipeline file uses go\.yaml fail/,
    ({ state }) => {
      state.templates = [{ id: 1, namespace: 'octo', name: 'go.yaml', data: '', ...times }];
    },
  ],
])(
  'on %s, "%s" asks for confirmation with the name of the object',
  async ([path, button, detail, give], { mock, open, user }) => {
    give(mock);
    await open(path);
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(detail);
  },
);

test('names the user in the confirmation before deletion', async ({ mock, open, user }) => {
  mock.state.users = [sampleUser(), sampleUser({ id: 2, login: 'brian' })];
  await open('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Edit brian' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(
    'The account brian cannot be restored.',
  );
});
