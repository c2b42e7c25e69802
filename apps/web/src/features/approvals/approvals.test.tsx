// @vitest-environment happy-dom
import { approveStage, declineStage, listFeedBuilds } from '@millrace/contract/api';
import { recentBuild, recentStage, sampleRepo } from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, findToast, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const title = 'This build waits for approval';
const findBanner = async () => within(await screen.findByRole('region', { name: title }));
const blocked = (number: number) =>
  recentStage({ number, name: `stage ${number}`, status: 'blocked', started: 0, stopped: 0 });

function block(mock: MockApi, fields: object = {}) {
  const stages = [blocked(1), blocked(2)];
  setBuild(mock, { number: 8, status: 'pending', attempt: 1, finished: 0, stages, ...fields });
}

test('says why the build waits, and approves it with a note', async ({ mock, open, user }) => {
  block(mock, { source_repo: 'stranger/hello', file_base: 7, author_login: 'stranger' });
  await open('/octo/hello/8');
  const banner = await findBanner();
  banner.getByText('It comes from the fork stranger/hello');
  await banner.findByText('It is the first build of stranger here');
  expect(banner.getByRole('link', { name: 'What it changes' })).toHaveAttribute(
    'href',
    '/octo/hello/compare/7/8',
  );
  await user.type(banner.getByRole('textbox', { name: 'Note' }), ' looked at it ');
  await user.click(banner.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(mock.calls(approveStage)).toHaveLength(2));
  expect(mock.calls(approveStage).map(({ params, body }) => [params.stage, body])).toEqual([
    [1, { note: 'looked at it' }],
    [2, { note: 'looked at it' }],
  ]);
});

test('declines the build, and shows why that failed', async ({ mock, open, user }) => {
  mock.fail(declineStage, 'too late');
  block(mock);
  await open('/octo/hello/8');
  const banner = await findBanner();
  banner.getByText(/^The repository is protected/);
  await user.click(banner.getByRole('button', { name: 'Decline' }));
  await findToast('Unable to decline build: too late');
});

test('tells others who decides', async ({ mock, open }) => {
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: false, admin: false } })];
  if (mock.state.user) mock.state.user.admin = false;
  block(mock);
  await open('/octo/hello/8');
  const banner = await findBanner();
  banner.getByText('People with write permission approve or decline it.');
  expect(banner.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('is a word in lists, and a link on the dashboard', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const build = recentBuild({ number: 8, status: 'pending', needs_approval: true });
  mock.state.builds['octo/hello'] = [build];
  mock.reply(listFeedBuilds, () => [{ ...sampleRepo(), build }]);
  await open('/octo/hello');
  const list = within(await screen.findByRole('region', { name: 'Executions' }));
  const row = await list.findByRole('link', { name: /#8/ });
  within(row).getByRole('img', { name: 'Waits for approval' });
  await open('/');
  await user.click(await screen.findByRole('link', { name: '1 build needs you' }));
  await screen.findByRole('heading', { level: 1, name: /#8/ });
});
