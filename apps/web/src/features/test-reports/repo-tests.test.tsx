// @vitest-environment happy-dom
import { listRepoTests } from '@millrace/contract/api';
import { sampleRepo } from '@millrace/contract/testing';
import { setRepoTests } from '@millrace/contract/testing/mock-api';
import { giveHeight } from '../../testing/give-height.ts';
import { expect, findAddress, screen, test, waitFor } from '../../testing/screen-test.tsx';

test('searches all tests and those of a branch', async ({ mock, open, user }) => {
  giveHeight();
  setRepoTests(mock, 40);
  mock.state.repos = [sampleRepo({ has_tests: true })];
  await open('/octo/hello/tests');
  const branch = await screen.findByRole('combobox', { name: 'Branch' });
  await user.type(branch, 'main{Enter}');
  await user.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'grain');
  await waitFor(() =>
    expect(mock.calls(listRepoTests).at(-1)?.query).toMatchObject({ branch: 'main', q: 'grain' }),
  );
  await findAddress('/octo/hello/tests?branch=main&words=grain');
  mock.state.repoTests = { ...mock.state.repoTests, found: 0, tests: [] };
  await user.clear(branch);
  await user.type(branch, 'none{Enter}');
  await screen.findByText('No test matches');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await findAddress('/octo/hello/tests');
  expect(branch).toHaveValue('');
});

test('applies the filter in the URL', async ({ mock, open }) => {
  giveHeight();
  setRepoTests(mock, 3);
  mock.state.repos = [sampleRepo({ has_tests: true })];
  await open('/octo/hello/tests?branch=main&words=grain');
  expect(await screen.findByRole('searchbox', { name: 'Filter by name' })).toHaveValue('grain');
  expect(screen.getByRole('combobox', { name: 'Branch' })).toHaveValue('main');
  expect(mock.calls(listRepoTests)[0]?.query).toMatchObject({ branch: 'main', q: 'grain' });
});

test('explains an empty list', async ({ open }) => {
  await open('/octo/hello/tests');
  await screen.findByText('No test results yet');
  expect(screen.queryByRole('link', { name: 'Tests' })).toBeNull();
});

test('reports a failure to load', async ({ mock, open }) => {
  mock.fail(listRepoTests, 'The database is busy', 400);
  await open('/octo/hello/tests');
  await screen.findByText('The tests could not be loaded');
});
