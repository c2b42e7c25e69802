// @vitest-environment happy-dom
import {
  cancelBuild,
  getBuild,
  listBranches,
  listBuilds,
  listFeedBuilds,
  listUserRepos,
  listVisibleRepos,
  syncUserRepos,
} from '@millrace/contract/api';
import {
  readOnly,
  recentBuild,
  recentBuilds,
  recentStage,
  sampleRepo,
  sampleUser,
} from '@millrace/contract/testing';
import {
  expect,
  findAddress,
  findDialog,
  type ScreenFixtures,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const slugs = ['octo/hello', 'octo/Hello-World', 'acme/hello', 'acme/billing'];

test.beforeEach(({ mock }) => {
  mock.state.repos = slugs.map((slug, id) => sampleRepo({ id, slug, counter: 20 }));
});

async function openSearch(
  { open, user }: Pick<ScreenFixtures, 'open' | 'user'>,
  path = '/account',
  heading: RegExp = /./,
) {
  await open(path);
  await screen.findByRole('heading', { level: 1, name: heading });
  await user.click(await screen.findByRole('button', { name: 'Search' }));
  const dialog = await findDialog('Search');
  const input = dialog.getByRole('combobox', {
    name: 'Search repositories, branches and builds',
  });
  await waitFor(() => expect(input).toHaveFocus());
  const type = async (text: string) => {
    await user.clear(input);
    await user.paste(text);
  };
  const namesOf = (group: string) =>
    within(dialog.queryByRole('group', { name: group }) ?? document.createElement('div'))
      .queryAllByRole('option')
      .map((option) => option.textContent);
  const hrefsOf = (group: string) =>
    within(dialog.queryByRole('group', { name: group }) ?? document.createElement('div'))
      .queryAllByRole('option')
      .map((option) => option.getAttribute('href')?.slice(1));
  const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
  return { dialog, input, type, namesOf, hrefsOf, active };
}

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('trims the query, ignores case, and splits it at a slash', async ({ open, user }) => {
  const { dialog, input, type, hrefsOf } = await openSearch({ open, user });
  const found = () => hrefsOf('Repositories').sort();
  await type('hello');
  await waitFor(() => expect(found()).toHaveLength(3));
  await type('   ');
  await waitFor(() => expect(found()).toEqual([]));
  expect(dialog.queryByText('Repos not found')).toBeNull();
  for (const [query, slugsFound] of [
    ['  HELLO ', ['acme/hello', 'octo/Hello-World', 'octo/hello']],
    ['me/bil', ['acme/billing']],
    ['OCT/ello', ['octo/Hello-World', 'octo/hello']],
    ['/hello', ['acme/hello', 'octo/Hello-World', 'octo/hello']],
    ['acme/', ['acme/billing', 'acme/hello']],
    ['to/hello-w', ['octo/Hello-World']],
    ['ctohello', []],
  ] as const) {
    await type(query);
    await waitFor(() => expect(found(), query).toEqual([...slugsFound]));
  }
  await dialog.findByText('Repos not found');
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

test('arrows, Home and End move the active option while the field keeps the focus', async ({
  open,
  user,
}) => {
  const { input, type, active, hrefsOf } = await openSearch({ open, user });
  await type('hello');
  await waitFor(() => expect(hrefsOf('Repositories')).toHaveLength(3));
  const first = active()?.getAttribute('href');
  await user.keyboard('{ArrowDown}');
  const second = active()?.getAttribute('href');
  expect(second).not.toBe(first);
  await user.keyboard('{Home}');
  expect(active()).toHaveAttribute('href', first);
  await user.keyboard('{ArrowUp}');
  const last = active()?.getAttribute('href');
  await user.keyboard('{Home}{End}');
  expect(active()).toHaveAttribute('href', last);
  expect(active()).toHaveAttribute('aria-selected', 'true');
  expect(input).toHaveFocus();
  await user.keyboard('{Home}{ArrowDown}{Enter}');
  await findAddress(second ?? '');
  await noDialog();
});

test('renders options as links that open on click', async ({ open, user }) => {
  const { dialog, type } = await openSearch({ open, user });
  await type('billing');
  const option = await dialog.findByRole('option', { name: /billing/ });
  expect(option.tagName).toBe('A');
  await user.click(option);
  await findAddress('/acme/billing');
  await noDialog();
});

test('Enter opens the result once the repositories are loaded', async ({ mock, open, user }) => {
  const release = mock.hold(listUserRepos);
  const { type } = await openSearch({ open, user });
  await type('billing');
  await user.keyboard('{Enter}');
  await findAddress('/account');
  release();
  await findAddress('/acme/billing');
});

test('→ shows builds and branches of a repository, ← returns to all results', async ({
  mock,
  open,
  user,
}) => {
  mock.state.builds['acme/billing'] = recentBuilds(7);
  mock.state.branches['acme/billing'] = [recentBuild({ number: 7, target: 'release' })];
  const { dialog, input, type, namesOf } = await openSearch({ open, user });
  await type('bill');
  await dialog.findByRole('option', { name: /billing/ });
  await user.keyboard('{ArrowRight}');
  expect(input).toHaveValue('');
  await waitFor(() => expect(namesOf('Builds of acme/billing')).toHaveLength(5));
  await waitFor(() => expect(namesOf('Branches of acme/billing')).toHaveLength(1));
  expect(dialog.getByRole('option', { name: /release/ })).toHaveAttribute(
    'href',
    '/acme/billing/7',
  );
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(dialog.queryByRole('option', { name: /release/ })).toBeNull());
  await type('bill');
  await user.keyboard('{ArrowRight}');
  await user.click(await dialog.findByRole('option', { name: /Change 6/ }));
  await findAddress('/acme/billing/6');
});

test('lists the branches of a repository named with a slash, and filters them by further words', async ({
  mock,
  open,
  user,
}) => {
  mock.state.branches['acme/billing'] = ['main', 'feature/mill'].map((target, at) =>
    recentBuild({ number: at + 1, target }),
  );
  const { type, namesOf } = await openSearch({ open, user });
  await type('acme/bil');
  await waitFor(() => expect(namesOf('Branches of acme/billing')).toHaveLength(2));
  await type('acme/billing mill');
  await waitFor(() => expect(namesOf('Branches of acme/billing')).toHaveLength(1));
  expect(mock.calls(listBranches).at(-1)?.query).toEqual({ q: 'mill', per_page: '5' });
});

for (const [text, path, address] of [
  ['#12', '/octo/hello', '/octo/hello/12'],
  ['12', '/octo/hello', '/octo/hello/12'],
  ['acme/billing 12', '/account', '/acme/billing/12'],
  ['acme/billing#12', '/octo/hello', '/acme/billing/12'],
] as const) {
  test(`${text} on ${path} opens ${address} with Enter`, async ({ mock, open, user }) => {
    for (const slug of slugs) mock.state.builds[slug] = recentBuilds(12);
    const { dialog, type } = await openSearch({ open, user }, path);
    await type(text);
    await dialog.findAllByRole('option', { name: /#12 Change 12/ });
    await user.keyboard('{Enter}');
    await findAddress(address);
  });
}

test('searches builds by words if the server supports it', async ({ mock, open, user }) => {
  mock.state.repos = [sampleRepo({ build: recentBuild({ attempt: 1 }) })];
  mock.state.builds['octo/hello'] = [recentBuild({ number: 9, title: 'Grind wheat', attempt: 1 })];
  const { type, namesOf } = await openSearch({ open, user }, '/octo/hello');
  await type('grind whe');
  await waitFor(() => expect(namesOf('Builds of octo/hello')).toHaveLength(1));
  expect(mock.calls(listBuilds).at(-1)?.query).toMatchObject({ q: 'grind whe', per_page: '5' });
});

test('does not search builds by words if the server does not support it', async ({
  mock,
  open,
  user,
}) => {
  mock.state.branches['octo/hello'] = ['main', 'wheel'].map((target, at) =>
    recentBuild({ number: at + 1, target }),
  );
  mock.reply(listBranches, () => mock.state.branches['octo/hello']);
  const { type, namesOf } = await openSearch({ open, user }, '/octo/hello');
  await type('whe');
  await waitFor(() => expect(namesOf('Branches of octo/hello')).toHaveLength(1));
  expect(mock.calls(listFeedBuilds)).toEqual([]);
  expect(mock.calls(listBuilds).every(({ query }) => query.q === undefined)).toBe(true);
});

test('finds repositories of others by name, and only on servers that list them', async ({
  mock,
  open,
  user,
}) => {
  mock.state.visibleRepos = [sampleRepo({ id: 50, slug: 'corp/billing', visibility: 'internal' })];
  const original = await openSearch({ open, user });
  await original.type('billing');
  await waitFor(() => expect(original.namesOf('Repositories')).toHaveLength(1));
  expect(mock.calls(listVisibleRepos)).toEqual([]);
  serveConfig({ extras: true });
  const { type, hrefsOf } = await openSearch({ open, user });
  await type('billing');
  await waitFor(() => expect(hrefsOf('Other repositories')).toEqual(['corp/billing']));
  expect(hrefsOf('Repositories')).toEqual(['acme/billing']);
});

test('keeps the active option when a late response arrives', async ({ mock, open, user }) => {
  mock.state.branches['octo/hello'] = [recentBuild({ number: 1, target: 'hello' })];
  const release = mock.hold(listBranches);
  const { type, active, namesOf, dialog } = await openSearch({ open, user }, '/octo/hello');
  await type('hello');
  await waitFor(() => expect(namesOf('Repositories')).toHaveLength(3));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const before = active()?.id;
  const shown = dialog.getAllByRole('option').map(({ id }) => id);
  await waitFor(() => expect(mock.calls(listBranches).length).toBeGreaterThan(0));
  release();
  await waitFor(() => expect(namesOf('Branches of octo/hello')).toHaveLength(1));
  expect(active()?.id).toBe(before);
  expect(
    dialog
      .getAllByRole('option')
      .map(({ id }) => id)
      .slice(0, shown.length),
  ).toEqual(shown);
});

test('shows why a search failed beside the other results', async ({ mock, open, user }) => {
  mock.fail(listBranches, 'The database is busy', 503);
  const { dialog, type, namesOf } = await openSearch({ open, user }, '/octo/hello');
  await type('hello');
  await dialog.findByText('Branches of octo/hello: The database is busy');
  expect(namesOf('Repositories')).toHaveLength(3);
});

test('lists pages, actions and recent repositories for an empty query', async ({
  mock,
  open,
  user,
}) => {
  mock.state.repos = [sampleRepo({ has_tests: true }), sampleRepo({ slug: 'acme/billing' })];
  await open('/acme/billing');
  await screen.findByRole('heading', { level: 1, name: 'billing' });
  const { namesOf, hrefsOf } = await openSearch({ open, user }, '/octo/hello/branches');
  await waitFor(() =>
    expect(hrefsOf('Pages of octo/hello')).toEqual([
      'octo/hello',
      'octo/hello/branches',
      'octo/hello/deployments',
      'octo/hello/tests',
      'octo/hello/settings',
    ]),
  );
  expect(hrefsOf('Pages')).toEqual(['', 'account', 'settings/users']);
  await waitFor(() => expect(hrefsOf('Recently opened')).toEqual(['acme/billing']));
  expect(namesOf('Actions')).toEqual([
    'New Buildocto/hello',
    'New Secretocto/hello',
    'New Cron Jobocto/hello',
    'Sync repositories',
  ]);
});

test('hides settings, New Build and canceling the builds of others from readers', async ({
  mock,
  open,
  user,
}) => {
  mock.state.user = sampleUser({ admin: false, login: 'bob' });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  mock.state.builds['octo/hello'] = [recentBuild({ number: 5, status: 'running', finished: 0 })];
  const { hrefsOf, namesOf } = await openSearch({ open, user }, '/octo/hello/5');
  await waitFor(() => expect(hrefsOf('Pages of octo/hello')).toContain('octo/hello/branches'));
  expect(hrefsOf('Pages of octo/hello')).not.toContain('octo/hello/settings');
  expect(hrefsOf('Pages')).not.toContain('settings/users');
  expect(namesOf('Actions')).toEqual(['Sync repositories']);
});

test('lets a writer cancel the current build', async ({ mock, open, user }) => {
  mock.state.builds['octo/hello'] = [recentBuild({ number: 5, status: 'running', finished: 0 })];
  const { dialog, type } = await openSearch({ open, user }, '/octo/hello/5');
  await dialog.findByRole('option', { name: /Cancel build #5/ });
  await type('cancel');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(mock.calls(cancelBuild)).toHaveLength(1));
  await noDialog();
});

test('restarts the failed stages of the current build', async ({ mock, open, user }) => {
  const stages = [recentStage({ status: 'failure' })];
  mock.state.builds['octo/hello'] = [
    recentBuild({ number: 5, status: 'failure', attempt: 1, stages }),
  ];
  const { dialog } = await openSearch({ open, user }, '/octo/hello/5');
  await user.click(await dialog.findByRole('option', { name: /Restart failed stages/ }));
  await screen.findByRole('button', { name: 'Cancel' });
});

test('asks where to promote the current build, or to debug it', async ({ mock, open, user }) => {
  mock.state.builds['octo/hello'] = [recentBuild({ number: 5, status: 'success', attempt: 1 })];
  const { dialog, type } = await openSearch({ open, user }, '/octo/hello/5');
  await dialog.findByRole('option', { name: /Restart build #5 in debug mode/ });
  await type('promote');
  await user.keyboard('{Enter}');
  const form = await findDialog('Create deployment');
  await form.findByRole('combobox', { name: 'Target environment' });
});

test('never runs an action for a number', async ({ mock, open, user }) => {
  mock.state.repos = [sampleRepo({ counter: 5 })];
  mock.state.builds['octo/hello'] = [recentBuild({ number: 5, status: 'success' })];
  const { dialog, type } = await openSearch({ open, user }, '/octo/hello/5');
  await dialog.findByRole('option', { name: /Restart build #5(?! in)/ });
  await type('5');
  await dialog.findByRole('option', { name: /#5/ });
  expect(dialog.queryByRole('option', { name: /Restart/ })).toBeNull();
});

test('opens the dialog of a new secret, once', async ({ open, user }) => {
  const { type } = await openSearch({ open, user }, '/octo/hello');
  await type('new secret');
  await user.keyboard('{Enter}');
  await findAddress('/octo/hello/settings/secrets');
  await findDialog('Create a New Secret');
  expect(history.state?.usr).toBeNull();
});

test('opens the New Build dialog', async ({ open, user }) => {
  const { dialog } = await openSearch({ open, user }, '/octo/hello');
  await user.click(await dialog.findByRole('option', { name: /New Build/ }));
  const form = await findDialog('Create a New Build');
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Target branch' })).toHaveFocus());
});

test('starts a sync and shows the dashboard', async ({ mock, open, user }) => {
  const { type } = await openSearch({ open, user });
  await type('sync');
  await user.keyboard('{Enter}');
  await findAddress('/');
  await waitFor(() => expect(mock.calls(syncUserRepos)).toHaveLength(1));
});

test('opens with slash and Ctrl+K, and closes with Escape', async ({ open, user }) => {
  await open('/account');
  await screen.findByRole('button', { name: 'Search' });
  for (const key of ['/', '{Control>}k{/Control}']) {
    await user.keyboard(key);
    await findDialog('Search');
    await user.keyboard('{Escape}');
    await noDialog();
  }
});

test('sends no request for a build number that does not exist', async ({ mock, open, user }) => {
  const { dialog, type } = await openSearch({ open, user });
  await type('#21');
  await dialog.findByText('Repos not found');
  expect(mock.calls(getBuild)).toEqual([]);
});
