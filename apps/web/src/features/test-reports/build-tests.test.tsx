// @vitest-environment happy-dom
import { getBuildTest, listBuildTests } from '@millrace/contract/api';
import { numbered } from '@millrace/contract/testing';
import { type MockApi, setBuild, setTests } from '@millrace/contract/testing/mock-api';
import type { UserEvent } from '@testing-library/user-event';
import { giveHeight } from '../../testing/give-height.ts';
import { expect, findAddress, screen, test, waitFor, within } from '../../testing/screen-test.tsx';

const summary = { passed: 4998, failed: 2, skipped: 0 };
const findList = async () => within(await screen.findByRole('list', { name: 'Tests' }));
const findTests = () => screen.findByRole('button', { name: 'Tests' });
const findRow = async (name: RegExp) => (await findList()).findByRole('button', { name });
const findWords = () => screen.findByRole('searchbox', { name: 'Filter by name' });

async function findRows() {
  await findRow(/weighs the grain/);
  const rows = (await findList()).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('weighs the grain');
  return rows;
}

async function openTests(
  mock: MockApi,
  open: (path: string) => Promise<void>,
  user: UserEvent,
): Promise<void> {
  giveHeight();
  setBuild(mock, { attempt: 1, tests: summary });
  setTests(mock, 5000);
  mock.state.log = numbered(3);
  await open('/octo/hello/1');
  await user.click(await findTests());
  await findRows();
}

test('lists failed tests first, with their output', async ({ mock, open, user }) => {
  await openTests(mock, open, user);
  const rows = await findRows();
  expect(rows[0]).toHaveTextContent('expected 12 loaves but there were 11');
  expect(rows[0]).toHaveTextContent('new');
  expect(rows[2]).toHaveTextContent('flaky');
  await user.click(await findRow(/weighs the grain/));
  const list = await findList();
  await list.findByText(/at mill.ScaleTest.weighs\(ScaleTest.java:31\)/);
  list.getByText(/weighing spelt/);
  expect(await findRow(/weighs the grain/)).toHaveAttribute('aria-expanded', 'true');
  await user.click(list.getByRole('link', { name: 'Open the log' }));
  await findAddress('/octo/hello/1/1/1');
  await screen.findByRole('log');
});

test('lets the server filter, search and order', async ({ mock, open, user }) => {
  await openTests(mock, open, user);
  const hasAsked = (query: object) =>
    waitFor(() => expect(mock.calls(listBuildTests).at(-1)?.query).toMatchObject(query));
  await user.click(screen.getByRole('button', { name: /^New 1/ }));
  await hasAsked({ status: 'new', sort: 'status' });
  await user.type(await findWords(), 'scale');
  await hasAsked({ q: 'scale' });
  const order = screen.getByRole('combobox', { name: 'Order' });
  await user.selectOptions(order, 'Slowest first');
  await hasAsked({ sort: 'duration', q: 'scale', status: 'new' });
});

test('shows the number of failed tests of a build and links to them', async ({
  mock,
  open,
  user,
}) => {
  giveHeight();
  setBuild(mock, { attempt: 1, status: 'failure', tests: summary });
  setTests(mock, 5000);
  await open('/octo/hello/1');
  await user.click(await screen.findByRole('button', { name: '2 tests failed, 1 of them new' }));
  await findRows();
});

test('lists reports that could not be read', async ({ mock, open, user }) => {
  const problem = 'the file is larger than 20 MB';
  setBuild(mock, { attempt: 1, tests: summary });
  setTests(mock, 5, { problems: [{ stage: 1, step: 1, path: 'out/huge.xml', problem }] });
  await open('/octo/hello/1');
  await user.click(await findTests());
  const path = await screen.findByText('out/huge.xml');
  expect(path.closest('li')).toHaveTextContent(`out/huge.xml: ${problem}`);
});

test('explains that no test matches, and how to see all', async ({ mock, open, user }) => {
  await openTests(mock, open, user);
  mock.state.tests = { ...mock.state.tests, tests: [] };
  await user.type(await findWords(), 'nothing');
  await screen.findByText('No test matches');
  setTests(mock, 5000);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await findRows();
});

test('reports a failure to load and retries', async ({ mock, open, user }) => {
  giveHeight();
  setBuild(mock, { attempt: 1, tests: summary });
  setTests(mock, 50);
  mock.fail(listBuildTests, 'The database is busy', 400);
  await open('/octo/hello/1');
  await user.click(await findTests());
  await screen.findByText('The tests could not be loaded');
  mock.restore(listBuildTests);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await findRows();
  mock.fail(getBuildTest, 'The database is busy', 400);
  await user.click(await findRow(/opens the sluice/));
  await (await findList()).findByText('The database is busy');
});

test('hides the view for a build without test results', async ({ mock, open }) => {
  setBuild(mock, { attempt: 1 });
  await open('/octo/hello/1');
  await screen.findByRole('button', { name: 'Timeline' });
  expect(screen.queryByRole('button', { name: 'Tests' })).toBeNull();
});
