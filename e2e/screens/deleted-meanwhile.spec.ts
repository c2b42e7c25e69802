import {
  cancelBuild,
  deleteCron,
  deleteOrgSecret,
  deleteSecret,
  deleteTemplate,
  deleteUser,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { giveStep } from '../../apps/web/src/testing/mock/some-build.ts';
import { someUser } from '../../apps/web/src/testing/mock/state.ts';
import { buttonOf } from '../support/build-screen.ts';
import type { MockServer } from '../support/mock/server.ts';
import { confirm, expect, test, toast } from '../support/screen.ts';

const settings = '/octo/hello/settings';

/** Each list with a thing `gone` that another tab deletes. */
const lists = [
  {
    path: `${settings}/secrets`,
    endpoint: deleteSecret,
    give: ({ state }: MockServer) => {
      state.secrets = [{ id: 1, name: 'gone', pull_request: false }];
    },
    clear: ({ state }: MockServer) => {
      state.secrets = [];
    },
    question: 'Are you sure you want to delete this secret?',
    says: 'Unable to remove secret: Not Found',
  },
  {
    path: `${settings}/org-secrets`,
    endpoint: deleteOrgSecret,
    give: ({ state }: MockServer) => {
      state.orgSecrets = [{ id: 1, name: 'gone', pull_request: false }];
    },
    clear: ({ state }: MockServer) => {
      state.orgSecrets = [];
    },
    question: 'Are you sure you want to delete this organization secret?',
    says: 'Unable to remove organization secret: Not Found',
  },
  {
    path: `${settings}/templates`,
    endpoint: deleteTemplate,
    give: ({ state }: MockServer) => {
      state.templates = [
        { ...{ id: 1, name: 'gone', namespace: 'octo' }, data: 'text', created: 1, updated: 1 },
      ];
    },
    clear: ({ state }: MockServer) => {
      state.templates = [];
    },
    question: 'Are you sure you want to remove template?',
    says: 'Not Found',
  },
  {
    path: `${settings}/cron`,
    endpoint: deleteCron,
    give: ({ state }: MockServer) => {
      state.crons = [
        {
          ...{ id: 1, repo_id: 1, name: 'gone', expr: '@hourly', next: 0, prev: 0, event: 'push' },
          ...{ branch: 'main', disabled: false, created: 1, updated: 1, version: 1 },
        },
      ];
    },
    clear: ({ state }: MockServer) => {
      state.crons = [];
    },
    question: 'Are you sure you want to remove cron job?',
    says: 'Not Found',
  },
];

for (const { path, endpoint, give, clear, question, says } of lists) {
  test(`${path} loses what somebody else deleted`, async ({ page, mock }) => {
    give(mock);
    mock.fail(endpoint, errorMessages.notFound, 404);
    await page.goto(path);
    await expect(buttonOf(page, 'Delete gone')).toBeVisible();
    clear(mock);
    await buttonOf(page, 'Delete gone').click();
    await confirm(page, question, 'Delete');
    await expect(toast(page, says)).toBeVisible();
    await expect(buttonOf(page, 'Delete gone')).toHaveCount(0);
  });
}

test('the users lose an account that somebody else deleted', async ({ page, mock }) => {
  mock.state.users.push(someUser({ id: 2, login: 'gone' }));
  mock.fail(deleteUser, errorMessages.notFound, 404);
  await page.goto('/settings/users');
  await buttonOf(page, 'Edit gone').click();
  mock.state.users = mock.state.users.filter(({ login }) => login !== 'gone');
  await buttonOf(page, 'Delete').click();
  await confirm(page, 'Are you sure you want to delete this user?', 'Delete');
  await expect(toast(page, 'Unable to delete user: Not Found')).toBeVisible();
  await expect(page.locator('tr', { hasText: 'gone' })).toHaveCount(0);
});

test('a build that is gone has no page any more', async ({ page, mock }) => {
  giveStep(mock, { status: 'running' });
  mock.fail(cancelBuild, errorMessages.notFound, 404);
  await page.goto('/octo/hello/1');
  const release = mock.hold(cancelBuild);
  await buttonOf(page, 'Cancel').click();
  await expect.poll(() => mock.calls(cancelBuild).length).toBe(1);
  mock.state.builds['octo/hello'] = [];
  release();
  await expect(toast(page, 'Unable to cancel build: Not Found')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('cannot be found');
});
