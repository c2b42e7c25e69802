// @vitest-environment happy-dom
import { createBuild, listBuildParameters, listRevisions } from '@millrace/contract/api';
import { recentBuild } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import {
  expect,
  findDialog,
  type ScreenFixtures,
  screen,
  test,
  waitFor,
} from '../../testing/screen-test.tsx';

const slug = 'octo/hello';
const [first, second] = ['1'.repeat(40), `2${'a'.repeat(39)}`];
const committed = Math.floor(Date.now() / 1000) - 3600;

async function openDialog({ mock, open, user }: Pick<ScreenFixtures, 'mock' | 'open' | 'user'>) {
  mock.state.builds[slug] = [recentBuild({ number: 7, attempt: 1 })];
  mock.state.revisions = {
    commits: [
      { sha: second, title: 'Grind finer', author: 'Ada', committed },
      { sha: first, title: 'Bake', author: 'Brian', committed },
    ],
    tags: [{ name: 'v1.2', sha: first }],
  };
  await open(`/${slug}`);
  await screen.findByText(/#7/, { selector: 'li *' });
  await user.click(await screen.findByRole('button', { name: 'New Build' }));
  return findDialog('Create a New Build');
}
const options = () => screen.findAllByRole('option');
const queries = (mock: MockApi) => mock.calls(listRevisions).map(({ query }) => query);

test('requests commits and tags when the list opens, and sends the chosen commit', async ({
  mock,
  open,
  user,
}) => {
  const dialog = await openDialog({ mock, open, user });
  expect(mock.calls(listRevisions)).toEqual([]);
  await user.type(dialog.getByLabelText('Target branch'), 'release');
  await user.click(dialog.getByLabelText('Commit or tag'));
  const [tag, commit] = await options();
  expect(commit).toHaveTextContent(/2aaaaaaa.*Grind finer.*Ada.*hour ago/);
  expect(tag).toHaveTextContent(/v1\.2.*11111111/);
  expect(queries(mock)).toEqual([{ branch: 'release' }]);
  await user.click(commit as HTMLElement);
  expect(dialog.getByLabelText('Commit or tag')).toHaveValue(second);
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(mock.calls(createBuild).map(({ query }) => query)).toEqual([
      { branch: 'release', commit: second },
    ]),
  );
});

test('builds the chosen tag instead of the branch, and reads its parameters', async ({
  mock,
  open,
  user,
}) => {
  const dialog = await openDialog({ mock, open, user });
  await user.type(dialog.getByLabelText('Target branch'), 'release');
  await user.type(dialog.getByLabelText('Commit or tag'), 'V1');
  await user.click((await options())[0] as HTMLElement);
  expect(dialog.getByLabelText('Commit or tag')).toHaveValue('refs/tags/v1.2');
  await waitFor(() =>
    expect(mock.calls(listBuildParameters).at(-1)?.query).toEqual({
      event: 'custom',
      branch: 'refs/tags/v1.2',
      commit: '',
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(mock.calls(createBuild).map(({ query }) => query)).toEqual([
      { branch: 'refs/tags/v1.2' },
    ]),
  );
});

test('finds commits by message, hash and author', async ({ mock, open, user }) => {
  const dialog = await openDialog({ mock, open, user });
  const field = dialog.getByLabelText('Commit or tag');
  for (const [text, title] of [
    ['FINER', 'Grind finer'],
    ['2aa', 'Grind finer'],
    ['brian', 'Bake'],
  ] as const) {
    await user.clear(field);
    await user.type(field, text);
    await waitFor(async () => expect(await options()).toHaveLength(1));
    expect((await options())[0]).toHaveTextContent(title);
  }
  expect(queries(mock)).toEqual([{}]);
});

test('asks the server for older ones if none of the newest matches', async ({
  mock,
  open,
  user,
}) => {
  const dialog = await openDialog({ mock, open, user });
  await user.click(dialog.getByLabelText('Commit or tag'));
  await options();
  mock.reply(listRevisions, () => ({ commits: [], tags: [{ name: 'v0.1', sha: first }] }));
  await user.type(dialog.getByLabelText('Commit or tag'), 'v0.1');
  await waitFor(async () => expect(await options()).toHaveLength(1));
  expect((await options())[0]).toHaveTextContent('v0.1');
  expect(queries(mock)).toEqual([{}, { q: 'v0.1' }]);
});

test('says that the list could not be loaded, and sends what is typed', async ({
  mock,
  open,
  user,
}) => {
  const dialog = await openDialog({ mock, open, user });
  mock.fail(listRevisions, 'The forge is not available', 502);
  const field = dialog.getByLabelText('Commit or tag');
  await user.type(field, '0123abcd');
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(/^The list of commits and tags could not be loaded/),
  );
  expect(screen.queryByText(/The forge is not available/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(mock.calls(createBuild).map(({ query }) => query)).toEqual([{ commit: '0123abcd' }]),
  );
});
