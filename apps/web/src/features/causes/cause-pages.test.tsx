// @vitest-environment happy-dom
import {
  type CauseOfWeek,
  listBuilds,
  listCauses,
  listRepoCauses,
  updateRepoCause,
} from '@millrace/contract/api';
import { readOnly, sampleBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

/** Monday 2026-11-16. */
const week = 1_794_787_200;
const cause: CauseOfWeek = {
  id: 5,
  step: 'test',
  title: 'Error: connect ECONNREFUSED',
  name: '',
  issue: '',
  failures: 14,
  recovered: 11,
  lost: 7200,
  is_new: true,
  repos: [
    { slug: 'octo/hello', failures: 12 },
    { slug: 'octo/other', failures: 2 },
  ],
};
const named = {
  ...cause,
  id: 6,
  name: 'Mirror away',
  issue: 'https://tracker.example/7',
  failures: 2,
};
const causesOfWeek = {
  week,
  causes: [cause, named],
  gone: [{ ...cause, id: 7, title: 'Error: out of memory' }],
  total: { failures: 16, recovered: 11, lost: 7200 },
};

test('lists the causes of a week, and those that are gone', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.causesOfWeek = causesOfWeek;
  await open('/octo/hello/causes');
  await screen.findByText('16 failures');
  const list = within(screen.getByRole('region', { name: 'Causes' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent(/Error: connect ECONNREFUSED.*new.*Step test.*14 failures/);
  const link = list.getByRole('link', { name: 'Mirror away' });
  expect(link).toHaveAttribute('href', '/octo/hello/causes/6');
  expect(within(second as HTMLElement).getByRole('link', { name: 'Issue' })).toHaveAttribute(
    'href',
    'https://tracker.example/7',
  );
  const gone = within(
    screen.getByRole('region', { name: 'Failed in the week before, but not in this week' }),
  );
  expect(gone.getByRole('listitem')).not.toHaveTextContent('new');
  screen.getByText('Week of Nov 16, 2026');
  await user.click(screen.getByRole('button', { name: 'Previous week' }));
  await expect.poll(() => mock.calls(listRepoCauses).at(-1)?.query).toEqual({ week: '2026-11-09' });
  expect(location.search).toBe('?week=2026-11-09');
});

test('lists the causes of all repositories', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.causesOfWeek = causesOfWeek;
  await open('/causes');
  const list = within(await screen.findByRole('region', { name: 'Causes' }));
  const [link] = list.getAllByRole('link', { name: 'octo/other (2)' });
  expect(link).toHaveAttribute('href', '/octo/other/causes/5');
  expect(mock.calls(listCauses)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Causes' })).toHaveAttribute('aria-current', 'page');
});

test('finds builds by the text of a failure', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.builds['octo/hello'] = [sampleBuild()];
  await open('/octo/hello/causes');
  await user.type(
    await screen.findByRole('searchbox', { name: 'Error text' }),
    'out of memory{Enter}',
  );
  expect(await screen.findByLabelText('Failure contains')).toHaveValue('out of memory');
  expect(location.search).toBe('?failure=out+of+memory');
  await expect
    .poll(() => mock.calls(listBuilds).map(({ query }) => query.failure))
    .toContain('out of memory');
});

test('says that nothing failed', async ({ open }) => {
  serveConfig({ extras: true });
  await open('/octo/hello/causes');
  await screen.findByText('No causes');
});

test('names a cause, links an issue and lets it be retried', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.repoCause = {
    ...mock.state.repoCause,
    weeks: [{ week, failures: 14, lost: 60 }],
    others: [{ slug: 'octo/other', failures: 2 }],
  };
  mock.state.failuresOfCause = [
    {
      build: 118,
      message: 'Fix it',
      stage: 1,
      step: 2,
      attempt: 2,
      failed: 1_700_000_000,
      recovered: true,
    },
  ];
  await open('/octo/hello/causes/5');
  await screen.findByRole('heading', { name: 'Error: connect ECONNREFUSED 127.0.0.1:5432' });
  expect(screen.getByRole('link', { name: '#96' })).toHaveAttribute('href', '/octo/hello/96');
  expect(await screen.findByRole('link', { name: '#118' })).toHaveAttribute(
    'href',
    '/octo/hello/118/1/2?attempt=2',
  );
  expect(screen.getByRole('region', { name: 'Failures by week' })).toHaveTextContent(
    'Week of Nov 16, 2026: 14 failures',
  );
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Database away');
  await user.type(screen.getByRole('textbox', { name: 'Issue URL' }), 'https://tracker.example/8');
  await user.click(screen.getByRole('checkbox', { name: 'Retry once' }));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('Cause has been saved');
  expect(mock.calls(updateRepoCause)[0]?.body).toEqual({
    name: 'Database away',
    issue: 'https://tracker.example/8',
    retry: true,
  });
  await screen.findByRole('heading', { name: 'Database away' });
});

test('shows no form without write permission', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: readOnly })];
  await open('/octo/hello/causes/5');
  await screen.findByRole('heading', { name: 'Error: connect ECONNREFUSED 127.0.0.1:5432' });
  expect(screen.queryByRole('checkbox', { name: 'Retry once' })).toBeNull();
});

test('shows no failures in front of another server', async ({ open }) => {
  serveConfig({ extras: false });
  await open('/octo/hello');
  await screen.findByRole('link', { name: 'Branches' });
  expect(screen.queryByRole('link', { name: 'Causes' })).toBeNull();
});
