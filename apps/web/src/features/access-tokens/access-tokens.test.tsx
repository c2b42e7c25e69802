// @vitest-environment happy-dom
import { createAccessToken, createUserToken, deleteAccessToken } from '@millrace/contract/api';
import { sampleRepo, sampleUser } from '@millrace/contract/testing';
import { confirm, expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const sample = { id: 1, created: 1_700_000_000, repo: null, expires: 0, last_used: 0 };
const findPanel = async () => within(await screen.findByRole('region', { name: 'Access Tokens' }));

test('creates a token, shows it once and lists it', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/account');
  const panel = await findPanel();
  await panel.findByText('There are no access tokens.');
  await user.click(panel.getByRole('button', { name: 'New Access Token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Access Token' }));
  await user.type(form.getByLabelText('Name'), ' nightly ');
  await user.selectOptions(form.getByLabelText('Scope'), 'Write');
  form.getByText('Also starts and cancels builds, opens terminals, and pushes with git.');
  await user.type(form.getByLabelText('Repository'), 'octo/hello');
  await user.selectOptions(form.getByLabelText('Expiry'), 'No expiry');
  await user.click(form.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('dialog', { name: 'nightly' }));
  shown.getByText('mlr_nightly');
  expect(mock.calls(createAccessToken)[0]?.body).toEqual({
    name: 'nightly',
    scope: 'write',
    repo: 'octo/hello',
    expires: 0,
  });
  await user.click(shown.getByRole('button', { name: 'Done' }));
  const row = within(await panel.findByRole('row', { name: /nightly/ }));
  row.getByText('Write');
  row.getByText('octo/hello');
  row.getByText('Not used yet');
  expect(screen.queryByText('mlr_nightly')).toBeNull();
});

test('suggests repositories of others that the account may read', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.visibleRepos = [sampleRepo({ id: 9, slug: 'corp/handbook', visibility: 'internal' })];
  await open('/account');
  const panel = await findPanel();
  await user.click(await panel.findByRole('button', { name: 'New Access Token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Access Token' }));
  await user.type(form.getByLabelText('Repository'), 'handb');
  await user.click(await screen.findByRole('option', { name: 'corp/handbook' }));
  expect(form.getByLabelText('Repository')).toHaveValue('corp/handbook');
});

test('revokes a token after a warning', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.accessTokens = [{ ...sample, name: 'old', scope: 'read', expires: 1_700_000_001 }];
  await open('/account');
  const panel = await findPanel();
  const row = within(await panel.findByRole('row', { name: /old/ }));
  row.getByText('Expired');
  await user.click(row.getByRole('button', { name: 'Delete old' }));
  await confirm(user, 'Are you sure you want to revoke this access token?', 'Delete');
  await findToast('The access token has been revoked');
  await panel.findByText('There are no access tokens.');
  expect(mock.calls(deleteAccessToken)[0]?.params).toEqual({ token: '1' });
});

test('shows a validation error of the server at its field', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(createAccessToken, 'There is already an access token named ci', 400);
  await open('/account');
  const panel = await findPanel();
  await user.click(await panel.findByRole('button', { name: 'New Access Token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Access Token' }));
  await user.type(form.getByLabelText('Name'), 'ci');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await form.findByText('There is already an access token named ci');
  expect(form.getByLabelText('Name')).toHaveFocus();
});

test('is not offered if the server has no access tokens', async ({ open }) => {
  serveConfig({ extras: false });
  await open('/account');
  await screen.findByText('Personal Token');
  expect(screen.queryByText('Access Tokens')).toBeNull();
});

test('creates tokens of a machine user', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.users.push(sampleUser({ id: 2, login: 'robot', machine: true }));
  await open('/settings/users');
  await user.click(await screen.findByRole('link', { name: 'Access Tokens of robot' }));
  await screen.findByRole('heading', { name: 'Access Tokens of robot' });
  const panel = await findPanel();
  await user.click(panel.getByRole('button', { name: 'New Access Token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Access Token' }));
  await user.type(form.getByLabelText('Name'), 'deploy');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await screen.findByRole('dialog', { name: 'deploy' });
  expect(mock.calls(createUserToken)[0]?.params).toEqual({ login: 'robot' });
});
