// @vitest-environment happy-dom
import {
  getRepo,
  listCrons,
  listOrgSecrets,
  listSecrets,
  listTemplates,
  listUserRepos,
  listUsers,
} from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  type ScreenFixtures,
  screen,
  test,
  waitFor,
  within,
} from '../testing/screen-test.tsx';

// Cached data never becomes stale, so each request is caused by an action of the test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Opener = Pick<ScreenFixtures, 'mock' | 'open'>;

/** Opens a page and waits until its event stream is connected. */
async function openConnected({ mock, open }: Opener, address: string) {
  await open(address);
  await waitFor(() => expect(mock.listeners).toBe(1));
}
const findLink = (address: string): Promise<Element> =>
  waitFor(() => {
    const link = document.querySelector(`a[href$="${address}"]`);
    if (!link) throw new Error(`no link to ${address}`);
    return link;
  });
const findRepoEntry = async () =>
  within(
    await within(await screen.findByRole('region', { name: 'Repositories' })).findByRole(
      'listitem',
    ),
  );

const lists = [
  { path: 'secrets', kind: 'Secret', list: listSecrets },
  { path: 'org-secrets', kind: 'Secret', list: listOrgSecrets },
  { path: 'templates', kind: 'Template', list: listTemplates },
  { path: 'cron', kind: 'Cron Job', list: listCrons },
];

test('adds and deletes items of settings lists without refetching them', async ({
  mock,
  open,
  user,
}) => {
  await openConnected({ mock, open }, '/octo/hello/settings');
  for (const { path, kind, list } of lists) {
    await user.click(await findLink(`/settings/${path}`));
    const main = within(screen.getByRole('main'));
    await user.click(await main.findByRole('button', { name: new RegExp(`^New .*${kind}$`) }));
    // Adding an item before the list is loaded would cause a refetch.
    await waitFor(() => expect(document.querySelector('[class*=skeleton]')).toBeNull());
    const dialog = await findDialog(/./);
    await user.type(dialog.getByLabelText('Name'), 'added');
    if (kind === 'Secret') await user.type(dialog.getByLabelText('Value'), 'sesame');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const name = path === 'templates' ? 'added.jsonnet' : 'added';
    await screen.findByRole('cell', { name });
    await user.click(screen.getByRole('button', { name: `Delete ${name}` }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('cell', { name })).toBeNull());
    expect(mock.calls(list), path).toHaveLength(1);
  }
});

test('creates, changes and deletes a user without refetching the list', async ({
  mock,
  open,
  user,
}) => {
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const logins = () =>
    [...document.querySelectorAll('table tbody tr td:first-child')].map((cell) => cell.textContent);
  mock.state.users = [sampleUser(), sampleUser({ id: 2, login: 'zoe' })];
  await openConnected({ mock, open }, '/');
  const settings = await screen.findAllByRole('link', { name: 'Settings' });
  await user.click(settings[0] as HTMLElement);
  await press('New User');
  const creation = await findDialog('Create a New User');
  await user.type(creation.getByLabelText('Login'), 'chen');
  await user.type(creation.getByLabelText('Email'), 'chen@example.com');
  await press('Create');
  await waitFor(() => expect(logins()).toEqual([/ada/, /chen/, /zoe/].map(matching)));
  await press('Edit chen');
  const change = await findDialog('Edit user');
  await user.click(change.getByRole('checkbox', { name: 'Admin User' }));
  await press('Save');
  await screen.findByRole('row', { name: /chen.*Admin/ });
  await press('Edit chen');
  await press('Delete');
  await confirm(user, 'Are you sure you want to delete this user?', 'Delete');
  await waitFor(() => expect(logins()).toEqual([/ada/, /zoe/].map(matching)));
  expect(mock.calls(listUsers)).toHaveLength(1);
});

const matching = (pattern: RegExp) => expect.stringMatching(pattern);

test('shows saved settings, Disable and Activate here and on the dashboard without refetching', async ({
  mock,
  open,
  user,
}) => {
  await openConnected({ mock, open }, '/');
  await user.click((await findRepoEntry()).getByRole('link'));
  await user.click(await findLink('/octo/hello/settings'));
  const configuration = await screen.findByLabelText('Configuration');
  await user.clear(configuration);
  await user.type(configuration, 'ci/build.yml');
  const reads = () => mock.calls(getRepo).length + mock.calls(listUserRepos).length;
  const before = reads();
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Changes have been saved');
  expect(screen.getByLabelText('Configuration')).toHaveValue('ci/build.yml');
  await user.click(screen.getByRole('button', { name: 'Disable' }));
  await confirm(user, 'Are you sure you want to disable this repo?', 'Disable');
  await screen.findByText('This Repository is not Active.');
  await user.click(screen.getByRole('link', { name: 'Millrace, to the dashboard' }));
  await (await findRepoEntry()).findByRole('img', { name: 'Inactive' });
  await act(async () => history.back());
  await user.click(await screen.findByRole('button', { name: 'Activate Repository' }));
  await screen.findByRole('button', { name: 'Save Changes' });
  expect(reads()).toBe(before);
});
