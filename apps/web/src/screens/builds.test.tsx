// @vitest-environment happy-dom
import { listBuilds } from '@millrace/contract/api';
import { nowSec, recentBuild, recentBuilds, sampleRepo } from '@millrace/contract/testing';
import {
  expect,
  findAddress,
  screen,
  test,
  textsOf,
  waitFor,
  within,
} from '../testing/screen-test.tsx';
import { serveConfig } from '../testing/serve-config.ts';

const slug = 'octo/hello';
/** Creates a build of this duration. */
const lasting = (seconds: number, number = 1) => {
  const started = nowSec() - 90_000;
  return recentBuild({ number, created: started, started, finished: started + seconds });
};
const findFact = async (name: string) => {
  const summary = within(await screen.findByRole('region', { name: 'Summary' }));
  return (await summary.findByText(name, { selector: 'dt' })).nextElementSibling;
};
const hasFact = (name: string, text: string) =>
  waitFor(async () => expect((await findFact(name))?.textContent).toBe(text));
const findEntries = async () =>
  within(await screen.findByRole('region', { name: 'Executions' })).findAllByRole('listitem');

test('shows total, median, last build and last status in the summary', async ({ mock, open }) => {
  mock.state.repos = [sampleRepo({ counter: 321 })];
  mock.state.builds[slug] = [
    recentBuild({ number: 321, status: 'failure', created: nowSec() - 7200 }),
    lasting(600, 320),
    lasting(300, 319),
  ];
  await open('/octo/hello');
  await hasFact('Total Builds', '321');
  await hasFact('Median Build', '5 min');
  await hasFact('Last Build', '2 hours ago');
  await hasFact('Last Status', 'Failure');
});

test('shows status, number, title, actor, event, time and duration of an execution', async ({
  mock,
  open,
  user,
}) => {
  const created = nowSec() - 3 * 3600;
  mock.state.builds[slug] = [
    recentBuild({
      number: 8,
      status: 'killed',
      title: '',
      message: 'Grind finer\n\nAnd longer',
      author_login: 'emeka',
      event: 'pull_request',
      action: 'synchronize',
      ref: 'refs/pull/41/head',
      created,
      started: created,
      finished: created + 95,
    }),
  ];
  await open('/octo/hello');
  const entry = (await findEntries())[0] as HTMLElement;
  await within(entry).findByRole('img', { name: /Killed/i });
  expect(entry).toHaveTextContent('#8 Grind finer');
  expect(entry).toHaveTextContent('emeka synchronized pull request #41 to main');
  expect(entry).toHaveTextContent('3 hours ago');
  expect(entry).toHaveTextContent('1:35');
  await user.click(within(entry).getByRole('link'));
  await findAddress('/octo/hello/8');
});

test('explains how to start the first build', async ({ mock, open }) => {
  mock.state.builds = {};
  await open('/octo/hello');
  await screen.findByText('Your Build List is Empty.');
  screen.getByText('Press the New Build button to execute your first build pipeline.');
});

for (const [seconds, shown] of [
  [20, '< 1 min'],
  [40, '1 min'],
  [400, '7 min'],
] as const) {
  test(`formats a median of ${seconds} seconds as ${shown}`, async ({ mock, open }) => {
    mock.state.builds[slug] = [lasting(seconds)];
    await open('/octo/hello');
    await hasFact('Median Build', shown);
  });
}

for (const [seconds, ticks] of [
  [6, ['0 s', '2 s', '4 s', '6 s']],
  [30, ['0 min', '0.25 min', '0.5 min']],
  [270, ['0 min', '1 min', '2 min', '3 min', '4 min', '5 min']],
  [1380, ['0 min', '5 min', '10 min', '15 min', '20 min', '25 min']],
] as const) {
  test(`divides the axis for a longest build of ${seconds} seconds`, async ({ mock, open }) => {
    mock.state.builds[slug] = [lasting(seconds)];
    await open('/octo/hello');
    const chart = within(await screen.findByRole('figure', { name: /Duration/ }));
    expect(textsOf(await chart.findAllByText(/^[\d.]+ (min|s)$/))).toEqual([...ticks]);
  });
}

test('summarizes the builds of the filter, also if there are none', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.repos = [sampleRepo({ counter: 321 })];
  mock.state.builds[slug] = [lasting(600, 3), lasting(600, 2), lasting(600, 1)];
  await open('/octo/hello');
  await screen.findByRole('figure', { name: 'Durations of the last 3 builds' });
  await hasFact('Total Builds', '321');
  // The answer for the filter; the whole list is not loaded again.
  mock.state.builds[slug] = [lasting(120, 2)];
  const status = await screen.findByRole('combobox', { name: 'Status' });
  await user.selectOptions(status, 'success');
  await screen.findByRole('figure', { name: 'Duration of the last build' });
  await hasFact('Total Builds', '1');
  await hasFact('Median Build', '2 min');
  mock.state.builds[slug] = [];
  await user.type(screen.getByRole('searchbox', { name: 'Words or commit' }), 'none');
  await hasFact('Total Builds', '0');
  await hasFact('Last Status', '–');
  await hasFact('Last Build', '–');
});

test('loads the next page with Show more until the last one', async ({ mock, open, user }) => {
  mock.state.builds[slug] = recentBuilds(120);
  await open('/octo/hello');
  const region = within(await screen.findByRole('region', { name: 'Executions' }));
  const showMore = async (shown: number) => {
    await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(shown));
    await user.click(screen.getByText('Show more'));
  };
  await showMore(50);
  await showMore(100);
  await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(120));
  expect(screen.queryByText('Show more')).toBeNull();
  expect(
    new Set(mock.calls(listBuilds).map(({ query }) => `${query.page}/${query.per_page}`)),
  ).toEqual(new Set(['1/50', '2/50', '3/50']));
});
