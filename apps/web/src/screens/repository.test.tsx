// @vitest-environment happy-dom
import { getRepo, listBuilds } from '@millrace/contract/api';
import { readOnly, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { expect, findAddress, screen, test, textsOf, within } from '../testing/screen-test.tsx';

const findTabs = async () => within(await screen.findByRole('navigation', { name: 'Repository' }));

test('shows breadcrumb, name, tabs and New Build in the header', async ({ open, user }) => {
  await open('/octo/hello');
  await screen.findByRole('heading', { name: 'hello', level: 1 });
  const tabs = await findTabs();
  expect(textsOf(tabs.getAllByRole('link'))).toEqual([
    'Builds',
    'Branches',
    'Deployments',
    'Settings',
  ]);
  expect(tabs.getByRole('link', { name: 'Builds' })).toHaveAttribute('aria-current', 'page');
  await screen.findByRole('button', { name: 'New Build' });
  for (const [name, address] of [
    ['Branches', '/octo/hello/branches'],
    ['Deployments', '/octo/hello/deployments'],
    ['Settings', '/octo/hello/settings'],
  ] as const) {
    await user.click((await findTabs()).getByRole('link', { name }));
    await findAddress(address);
  }
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  await user.click(crumbs.getByRole('link', { name: 'Repositories' }));
  await findAddress('/');
});

for (const [who, permissions, admin, isShown] of [
  ['a reader', readOnly, false, false],
  ['a writer', { ...readOnly, write: true }, false, true],
  ['a repository admin', { ...readOnly, admin: true }, false, true],
  ['a system admin', readOnly, true, true],
] as const) {
  test(`Settings and New Build ${isShown ? 'show' : 'do not show'} to ${who}`, async ({
    mock,
    open,
  }) => {
    mock.state.user = sampleUser({ admin });
    mock.state.repos = [sampleRepo({ permissions })];
    await open('/octo/hello');
    await screen.findAllByRole('link', { name: /Change 3/ });
    const count = isShown ? 1 : 0;
    // Whether the viewer may write is known once the account and the repository are loaded.
    if (isShown) await screen.findByRole('button', { name: 'New Build' });
    const tabs = await findTabs();
    expect(tabs.queryAllByRole('link', { name: 'Settings' })).toHaveLength(count);
    expect(screen.queryAllByRole('button', { name: 'New Build' })).toHaveLength(count);
  });
}

test('disables the tabs of an inactive repository, and hides New Build', async ({ mock, open }) => {
  mock.state.repos = [sampleRepo({ active: false })];
  await open('/octo/hello/settings');
  await screen.findByText('This Repository is not Active.');
  const tabs = await findTabs();
  expect(textsOf(tabs.getAllByRole('link'))).toEqual(['Settings']);
  for (const name of ['Builds', 'Branches', 'Deployments']) {
    expect(tabs.getByText(name)).toHaveAttribute('aria-disabled', 'true');
  }
  expect(screen.queryByRole('button', { name: 'New Build' })).toBeNull();
});

for (const [message, status] of [
  ['Not Found', 404],
  ['Unauthorized', 401],
] as const) {
  test(`shows a 404 page if the repository responds with ${message}`, async ({ mock, open }) => {
    mock.fail(getRepo, message, status);
    await open('/octo/hello/branches');
    await screen.findByText("That's all we know.");
  });
}

test('redirects to /404 if the list of builds responds with Not Found', async ({ mock, open }) => {
  mock.fail(listBuilds, 'Not Found', 404);
  await open('/octo/hello');
  await findAddress('/404');
  await screen.findByText("That's all we know.");
});
