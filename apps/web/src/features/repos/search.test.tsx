// @vitest-environment happy-dom
import { listBranches } from '@millrace/contract/api';
import { someBuild, someBuilds, someRepo } from '../../testing/mock/state.ts';
import {
  expect,
  findAddress,
  findDialog,
  type ScreenFixtures,
  screen,
  test,
  waitFor,
} from '../../testing/screen-test.tsx';

const slugs = ['octo/hello', 'octo/Hello-World', 'acme/hello', 'acme/billing'];

test.beforeEach(({ mock }) => {
  mock.state.repos = slugs.map((slug, id) => someRepo({ id, slug }));
});

async function openSearch({ open, user }: Pick<ScreenFixtures, 'open' | 'user'>) {
  await open('/account');
  await user.click(await screen.findByRole('button', { name: 'Search' }));
  const drawer = await findDialog('Search');
  const input = drawer.getByPlaceholderText('Search repositories, branches and builds');
  await waitFor(() => expect(input).toHaveFocus());
  const found = () =>
    drawer
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href')?.slice(1))
      .sort();
  return { drawer, input, found };
}

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the query is trimmed, case does not matter, a slash splits it', async ({ open, user }) => {
  const { drawer, input, found } = await openSearch({ open, user });
  // The list is there: a query of blanks finds nothing in it.
  await user.type(input, 'hello');
  await waitFor(() => expect(found()).toHaveLength(3));
  await user.clear(input);
  await user.type(input, '   ');
  await waitFor(() => expect(found()).toEqual([]));
  expect(drawer.queryByText('Repos not found')).toBeNull();
  for (const [query, slugsFound] of [
    ['  HELLO ', ['acme/hello', 'octo/Hello-World', 'octo/hello']],
    ['me/bil', ['acme/billing']],
    ['OCT/ello', ['octo/Hello-World', 'octo/hello']],
    ['/hello', ['acme/hello', 'octo/Hello-World', 'octo/hello']],
    ['acme/', ['acme/billing', 'acme/hello']],
    ['to/hello-w', ['octo/Hello-World']],
    ['ctohello', []],
  ] as const) {
    await user.clear(input);
    await user.type(input, query);
    await waitFor(() => expect(found(), query).toEqual([...slugsFound]));
  }
  drawer.getByText('Repos not found');
});

test('a result leads to its repository', async ({ open, user }) => {
  const { drawer, input } = await openSearch({ open, user });
  await user.type(input, 'billing');
  await user.click(await drawer.findByRole('link', { name: /billing/ }));
  await findAddress('/acme/billing');
  await noDialog();
});

test('builds and branches of a result are one key away', async ({ mock, open, user }) => {
  mock.state.builds['acme/billing'] = someBuilds(7);
  mock.state.branches['acme/billing'] = [someBuild({ number: 7, target: 'release' })];
  const { drawer, input } = await openSearch({ open, user });
  await user.type(input, 'billing');
  await drawer.findByRole('link', { name: /billing/ });
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await drawer.findByRole('heading', { name: 'Builds' });
  await waitFor(() => expect(drawer.getAllByRole('link', { name: /Change \d/ })).toHaveLength(5));
  const branch = await drawer.findByRole('link', { name: /release/ });
  expect(branch).toHaveAttribute('href', '/acme/billing/7');
  expect(mock.calls(listBranches)).toHaveLength(1);
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(drawer.queryByRole('heading', { name: 'Builds' })).toBeNull());
  await user.keyboard('{ArrowRight}');
  await user.click(await drawer.findByRole('link', { name: /Change 6/ }));
  await findAddress('/acme/billing/6');
});

test('the slash key and Ctrl K open the search, Escape closes it', async ({ open, user }) => {
  await open('/account');
  await screen.findByRole('button', { name: 'Search' });
  for (const key of ['/', '{Control>}k{/Control}']) {
    await user.keyboard(key);
    await findDialog('Search');
    await user.keyboard('{Escape}');
    await noDialog();
  }
});
