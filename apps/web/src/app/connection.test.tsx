// @vitest-environment happy-dom
import {
  getCurrentUser,
  listBranches,
  listBuilds,
  listSecrets,
  listUserRepos,
} from '@millrace/contract/api';
import { recentBuild, sampleRepo } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { vi } from 'vitest';
import {
  expect,
  findToast,
  type ScreenFixtures,
  screen,
  test,
  waitFor,
  within,
} from '../testing/screen-test.tsx';

const lost = 'The connection to the server is lost. What you see may be old.';
const unreachable = 'The server cannot be reached';
/** Milliseconds until a failed request is retried, and until the notice about a lost stream appears. */
const waitMs = 3000;
/** Upper limit of the delay before the page reconnects a lost stream. */
const maxBackoffMs = 40_000;

/** Drops all requests to a path until the returned function is called. */
function dropRequests(path: string): () => void {
  const realFetch = fetch;
  let isUp = false;
  vi.stubGlobal('fetch', (address: string, request?: RequestInit) =>
    isUp || new URL(address, location.href).pathname !== path
      ? realFetch(address, request)
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  return () => {
    isUp = true;
  };
}

for (const [path, endpoint, name] of [
  ['/', listUserRepos, 'octo / hello'],
  ['/octo/hello', listBuilds, 'Change 3'],
  ['/octo/hello/branches', listBranches, 'release'],
  ['/octo/hello/settings/secrets', listSecrets, 'password'],
] as const) {
  test(`${path} shows placeholders while it loads`, async ({ mock, open }) => {
    mock.state.branches['octo/hello'] = [recentBuild({ target: 'release' })];
    mock.state.secrets = [{ id: 1, name: 'password', pull_request: false }];
    const release = mock.hold(endpoint);
    await open(path);
    // Ignores the placeholder that is shown while the page's code loads.
    const skeletons = () =>
      document.querySelectorAll('main [class*=skeleton]:not([class*="placeholder"] *)');
    await waitFor(() => expect(skeletons().length).toBeGreaterThan(2));
    release();
    const main = within(screen.getByRole('main'));
    const shown = await main.findAllByText((_, element) => element?.textContent === name);
    expect(shown).not.toEqual([]);
    await waitFor(() => expect(skeletons()).toHaveLength(0));
  });
}

async function expectRecovery(
  { mock, open, passTime }: Pick<ScreenFixtures, 'mock' | 'open' | 'passTime'>,
  path: string,
  endpoint: object,
) {
  const restore = dropRequests(path);
  await open('/');
  await screen.findByText(unreachable);
  screen.getByText('This page comes back by itself as soon as the server answers.');
  expect(mock.calls(endpoint)).toEqual([]);
  restore();
  await passTime(waitMs);
  await screen.findAllByRole('link', { name: /octo \/ hello/ });
  expect(mock.calls(listUserRepos).length).toBeGreaterThan(0);
}

test('reports that the server is down and recovers when it answers', ({ mock, open, passTime }) =>
  expectRecovery({ mock, open, passTime }, '/api/user/repos', listUserRepos));

test('retries the first call until the server answers', ({ mock, open, passTime }) =>
  expectRecovery({ mock, open, passTime }, '/api/user', getCurrentUser));

test('reports a lost stream after a delay and catches up after it reconnects', async ({
  mock,
  open,
  passTime,
}) => {
  await open('/');
  await waitFor(() => expect(mock.listeners).toBe(1));
  mock.disconnectStreams();
  await passTime(waitMs);
  await screen.findByText(lost);
  mock.state.repos.push(sampleRepo({ id: 2, slug: 'octo/missed' }));
  mock.restoreStreams();
  await passTime(maxBackoffMs);
  await waitFor(() => expect(screen.queryByText(lost)).toBeNull());
  await screen.findByRole('link', { name: /octo \/ missed/ });
});

test('reports an action without a response in the language of the page', async ({
  mock,
  open,
  user,
}) => {
  setBuild(mock, { status: 'failure' });
  await open('/octo/hello/1', 'zh-CN');
  const restart = await screen.findByRole('button', { name: '重新运行' });
  dropRequests('/api/repos/octo/hello/builds/1');
  await user.click(restart);
  await findToast('无法重新运行构建：无法连接服务器');
});
