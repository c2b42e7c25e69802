// @vitest-environment happy-dom
import {
  type DefaultBranch,
  listDefaultBranches,
  listUserRepos,
  listVisibleRepos,
} from '@millrace/contract/api';
import { nowSec, recentBuild, sampleRepo } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import type { UserEvent } from '@testing-library/user-event';
import { describe } from 'vitest';
import {
  atBothWidths,
  expect,
  findAddress,
  findDialog,
  screen,
  test,
  textsOf,
  type Width,
  waitFor,
  within,
} from '../testing/screen-test.tsx';
import { serveConfig } from '../testing/serve-config.ts';

const built = (slug: string, hoursAgo: number, fields = {}) =>
  sampleRepo({
    slug,
    build: recentBuild({
      number: 9,
      created: nowSec() - hoursAgo * 3600,
      title: `News of ${slug}`,
    }),
    ...fields,
  });

type Part = 'Repositories' | 'Recent Activity';
const queryLinks = (part: Part) =>
  within(screen.getByRole('region', { name: part })).queryAllByRole('link');
/** Waits until a part of the page contains exactly these links, in this order. */
const hasLinks = (part: Part, hrefs: string[]) =>
  waitFor(() => expect(queryLinks(part).map((link) => link.getAttribute('href'))).toEqual(hrefs));

function mockRepos(mock: MockApi) {
  mock.state.repos = [
    sampleRepo({ slug: 'octo/quiet' }),
    built('octo/asleep', 1, { active: false }),
    built('octo/old', 30),
    built('acme/Young', 2),
    sampleRepo({ slug: 'acme/bare' }),
    built('octo/middle', 10),
  ];
}

/** Opens the filters, which are in a sheet on small screens. Returns a function that closes them again. */
async function openFilters(user: UserEvent, width: Width): Promise<() => Promise<void>> {
  if (width === 'wide screen') return async () => {};
  await user.click(await screen.findByRole('button', { name: /^Filters/ }));
  const sheet = await findDialog('Filters');
  return async () => {
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
}

atBothWidths((width) => {
  test('sorts repositories by activity, newest build and slug, and links them', async ({
    mock,
    open,
    user,
  }) => {
    mockRepos(mock);
    await open('/');
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await hasLinks('Repositories', [
      '/acme/Young',
      '/octo/middle',
      '/octo/old',
      '/acme/bare',
      '/octo/quiet',
      '/octo/asleep/settings',
    ]);
    await openFilters(user, width);
    const sort = screen.getByLabelText('Sort');
    expect(sort).toHaveValue('activity');
    expect(textsOf(within(sort).getAllByRole('option'))).toEqual([
      'Sort by Recent activity',
      'Sort by Name',
    ]);
    expect(mock.calls(listUserRepos)[0]?.query).toEqual({ latest: 'true' });
  });

  test('sorts by name, and filters by organisation, Active Only and text', async ({
    mock,
    open,
    user,
  }) => {
    mockRepos(mock);
    await open('/');
    await screen.findByRole('region', { name: 'Repositories' });
    const done = await openFilters(user, width);
    await user.selectOptions(await screen.findByLabelText('Sort'), 'Sort by Name');
    await done();
    await hasLinks('Repositories', [
      '/acme/Young',
      '/acme/bare',
      '/octo/asleep/settings',
      '/octo/middle',
      '/octo/old',
      '/octo/quiet',
    ]);
    const narrowed = await openFilters(user, width);
    const organisation = screen.getByLabelText('Organization');
    expect(textsOf(within(organisation).getAllByRole('option'))).toEqual([
      'All Organizations',
      'acme',
      'octo',
    ]);
    await user.selectOptions(organisation, 'octo');
    await user.click(screen.getByRole('switch', { name: 'Active Only' }));
    await narrowed();
    await hasLinks('Repositories', ['/octo/middle', '/octo/old', '/octo/quiet']);
    const filter = screen.getByRole('searchbox', { name: 'Filter repositories' });
    await user.type(filter, '  o/OL ');
    await hasLinks('Repositories', ['/octo/old']);
    await user.clear(filter);
    await user.type(filter, 'nothing like it');
    await screen.findByText('No repository matches');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(queryLinks('Repositories')).toHaveLength(6));
  });

  test('explains an empty list of repositories', async ({ mock, open }) => {
    mock.state.repos = [];
    await open('/');
    await screen.findByText('Your Repository List is Empty.');
    screen.getByText(
      'The product automatically syncs with your version control system to display your repositories.',
    );
    expect(screen.getAllByRole('button', { name: 'Sync' })).toHaveLength(1);
  });
});

test('lists up to six repositories with builds in Recent Activity', async ({ mock, open }) => {
  mockRepos(mock);
  await open('/');
  await screen.findByRole('region', { name: 'Recent Activity' });
  await waitFor(() => expect(queryLinks('Recent Activity')).toHaveLength(4));
  expect(queryLinks('Recent Activity')[0]).toHaveTextContent('#9 News of acme/Young');
  mock.state.repos = Array.from({ length: 9 }, (_, index) => built(`octo/r${index}`, index + 1));
  await open('/');
  await hasLinks(
    'Recent Activity',
    [0, 1, 2, 3, 4, 5].map((index) => `/octo/r${index}`),
  );
});

test('shows fifty repositories, and more with Show more', async ({ mock, open, user }) => {
  mock.state.repos = Array.from({ length: 120 }, (_, id) =>
    sampleRepo({ id, slug: `octo/r${String(id).padStart(3, '0')}` }),
  );
  await open('/');
  const list = within(await screen.findByRole('region', { name: 'Repositories' }));
  const hasRows = (count: number) =>
    waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(count));
  await hasRows(50);
  await user.click(screen.getByText('Show more'));
  await hasRows(100);
  await user.click(screen.getByText('Show more'));
  await hasRows(120);
  expect(screen.queryByText('Show more')).toBeNull();
});

test('remembers switch, sort and organisation, and stores the text in the URL', async ({
  mock,
  open,
  user,
}) => {
  mockRepos(mock);
  await open('/');
  const active = await screen.findByRole('switch', { name: 'Active Only' });
  expect(active).not.toBeChecked();
  await user.click(active);
  await user.selectOptions(screen.getByLabelText('Sort'), 'Sort by Name');
  await user.selectOptions(screen.getByLabelText('Organization'), 'acme');
  await user.type(screen.getByRole('searchbox'), 'ba');
  await findAddress('/?filter=ba');
  await open('/');
  expect(await screen.findByRole('switch', { name: 'Active Only' })).toBeChecked();
  expect(screen.getByLabelText('Sort')).toHaveValue('name');
  expect(screen.getByLabelText('Organization')).toHaveValue('acme');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

const state = (slug: string, fields: Partial<DefaultBranch> = {}): DefaultBranch => ({
  slug,
  branch: 'main',
  number: 9,
  event: 'push',
  status: 'success',
  result: 'success',
  ...fields,
});
const red = { status: 'failure', result: 'failure', failing_since: 7 } as const;

describe('the state of default branches', () => {
  function mockStates(mock: MockApi) {
    mockRepos(mock);
    mock.state.defaultBranches = [
      state('acme/Young'),
      state('octo/middle', red),
      state('octo/old', { status: 'killed' }),
    ];
  }

  atBothWidths((width) => {
    test('is shown beside the latest build, and can be filtered', async ({ mock, open, user }) => {
      serveConfig({ extras: true });
      mockStates(mock);
      await open('/');
      const list = within(await screen.findByRole('region', { name: 'Repositories' }));
      const row = async (name: RegExp) => (await list.findByRole('link', { name })).textContent;
      await waitFor(async () => expect(await row(/Young/)).toContain('maingreen'));
      expect(await row(/Young/)).toContain('#9 News of acme/Young');
      expect(await row(/middle/)).toContain('mainred since #7');
      expect(await row(/old/)).toContain('mainKilled');
      // One for all repositories, and another one if the stream connects after it.
      expect(mock.calls(listDefaultBranches).length).toBeLessThanOrEqual(2);
      const done = await openFilters(user, width);
      await user.click(screen.getByRole('switch', { name: 'Default branch is red' }));
      await done();
      await hasLinks('Repositories', ['/octo/middle']);
      await open('/');
      await hasLinks('Repositories', ['/octo/middle']);
    });
  });

  test('is in Chinese too', async ({ mock, open }) => {
    serveConfig({ extras: true });
    mockStates(mock);
    await open('/', 'zh-CN');
    const list = within(await screen.findByRole('region', { name: '代码仓库' }));
    expect(await list.findByRole('link', { name: /自 #7 起失败/ })).toHaveTextContent('middle');
    expect(screen.getByRole('switch', { name: '默认分支失败' })).toBeVisible();
  });

  test('is not requested from an original server', async ({ mock, open }) => {
    mockStates(mock);
    localStorage.setItem('repo-list', JSON.stringify({ redOnly: true }));
    await open('/');
    await waitFor(() => expect(queryLinks('Repositories')).toHaveLength(6));
    expect(screen.queryByRole('switch', { name: 'Default branch is red' })).toBeNull();
    expect(mock.calls(listDefaultBranches)).toEqual([]);
  });

  test('does not hide repositories if it cannot be loaded', async ({ mock, open }) => {
    serveConfig({ extras: true });
    mockStates(mock);
    mock.fail(listDefaultBranches, 'Not Found', 404);
    localStorage.setItem('repo-list', JSON.stringify({ redOnly: true }));
    await open('/');
    await waitFor(() => expect(queryLinks('Repositories')).toHaveLength(6));
    expect(screen.getByRole('switch', { name: 'Default branch is red' })).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('repositories of others', () => {
  const internal = built('corp/handbook', 3, { id: 90, visibility: 'internal' });

  test('are shown on request, and if they match the text', async ({ mock, open, user }) => {
    serveConfig({ extras: true });
    mockRepos(mock);
    mock.state.visibleRepos = [internal, sampleRepo({ id: 91, slug: 'corp/site' })];
    await open('/');
    const list = within(await screen.findByRole('region', { name: 'Other repositories' }));
    const toggle = list.getByRole('button', { name: 'Other repositories', expanded: false });
    expect(list.queryAllByRole('link')).toEqual([]);
    await user.click(toggle);
    expect(toggle).toHaveFocus();
    expect(list.getByRole('link', { name: /handbook/ })).toHaveTextContent('Internal');
    expect(list.getByRole('link', { name: /site/ })).toHaveTextContent('Public');
    await user.type(screen.getByRole('searchbox'), 'handb');
    await waitFor(() => expect(list.queryByRole('link', { name: /site/ })).toBeNull());
    expect(list.getByRole('link', { name: /handbook/ })).toHaveAttribute('href', '/corp/handbook');
    expect(queryLinks('Repositories')).toEqual([]);
    expect(mock.calls(listVisibleRepos).at(-1)?.query.q).toBe('handb');
  });

  test('are shown at once to an account without repositories', async ({ mock, open }) => {
    serveConfig({ extras: true });
    mock.state.repos = [];
    mock.state.visibleRepos = [internal];
    await open('/');
    await screen.findByText('Your Repository List is Empty.');
    const list = within(await screen.findByRole('region', { name: 'Other repositories' }));
    list.getByRole('link', { name: /handbook/ });
  });

  test('are not requested from an original server', async ({ mock, open }) => {
    mockRepos(mock);
    await open('/');
    await waitFor(() => expect(queryLinks('Repositories')).toHaveLength(6));
    expect(mock.calls(listVisibleRepos)).toEqual([]);
  });
});
