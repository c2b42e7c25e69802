// @vitest-environment happy-dom
import { patchRetention, pinBuild, previewRetention, unpinBuild } from '@millrace/contract/api';
import { sampleBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import {
  confirm,
  expect,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const page = '/octo/hello/settings/retention';
const none = { builds: 0, bytes: 0 };

test.beforeEach(() => serveConfig({ extras: true }));

const findPanel = async () => within(await screen.findByRole('region', { name: 'Retention' }));

/** Finds a limit in the group of its kind of data. */
const limitOf = async (kind: string, label: string) =>
  within(await screen.findByRole('group', { name: kind })).getByLabelText(label);

test('shows what would be deleted, and saves after confirmation', async ({ mock, open, user }) => {
  await open(page);
  const panel = await findPanel();
  await panel.findByText('Nothing would be deleted now.');
  mock.state.retentionPreview = {
    build: { builds: 1240, bytes: 3_100_000_000 },
    log: { builds: 1, bytes: 2_000_000 },
    artifact: none,
    test: none,
  };
  await user.type(await limitOf('Builds', 'Maximum age in days'), '30');
  await user.click(panel.getByRole('button', { name: 'Preview' }));
  await panel.findByText('1,240 builds would be deleted, 3.1 GB in total.');
  panel.getByText('Logs of 1 build, 2 MB.');
  expect(mock.calls(previewRetention).at(-1)?.query).toEqual({ build_days: '30' });
  await user.click(panel.getByRole('button', { name: 'Save Changes' }));
  await confirm(user, 'Delete old data?', 'Save Changes');
  await findToast('The retention has been saved');
  expect(mock.calls(patchRetention)[0]?.body).toEqual({ build_days: 30 });
});

test('reports builds that cannot be read', async ({ mock, open }) => {
  mock.state.retentionPreview = {
    build: none,
    log: { builds: 2, bytes: 1_000_000 },
    artifact: none,
    test: none,
    unreadable: 3,
  };
  await open(page);
  const panel = await findPanel();
  await panel.findByText('Logs of 2 builds, 1 MB.');
  panel.getByText(/^The data of 3 builds cannot be read and is not deleted\./);
});

test('saves at once if nothing would be deleted', async ({ mock, open, user }) => {
  await open(page);
  const panel = await findPanel();
  await user.type(await limitOf('Test Results', 'Number of newest builds'), '0');
  await user.click(panel.getByRole('button', { name: 'Save Changes' }));
  await findToast('The retention has been saved');
  expect(mock.calls(patchRetention)[0]?.body).toEqual({ test_count: 0 });
});

test('shows the limits of the server, which only system admins exceed', async ({
  mock,
  open,
  user,
}) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: true, admin: true } })];
  await open(page);
  const days = await limitOf('Logs', 'Maximum age in days');
  expect(days).toHaveAccessibleDescription('Server: 365.');
  await user.type(days, '400');
  expect(days).toBeInvalid();
  expect(days).toHaveAccessibleDescription(
    'The server allows 365 at most. Ask a system administrator for more.',
  );
});

test('reports a preview that failed', async ({ mock, open }) => {
  mock.fail(previewRetention, 'database is locked', 500);
  await open(page);
  await (await findPanel()).findByText(/database is locked/);
});

test('is only for admins of the repository', async ({ mock, open }) => {
  mock.state.user = sampleUser({ admin: false });
  mock.state.repos = [sampleRepo({ permissions: { read: true, write: true, admin: false } })];
  await open(page);
  await screen.findByText('Only administrators of this repository can see these settings.');
  expect(mock.calls(previewRetention)).toEqual([]);
});

test('pins and unpins a build', async ({ mock, open, user }) => {
  mock.state.builds['octo/hello'] = [sampleBuild({ number: 7, status: 'success', attempt: 1 })];
  await open('/octo/hello/7');
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Pin');
  await findToast('The build is pinned and will not be deleted');
  await choose('Unpin');
  await waitFor(() => expect(mock.calls(unpinBuild)).toHaveLength(1));
  expect(mock.calls(pinBuild)).toHaveLength(1);
});

test('says that retention deleted the log of a build', async ({ mock, open }) => {
  const build = sampleBuild({ number: 7, status: 'success', attempt: 1 });
  mock.state.builds['octo/hello'] = [{ ...build, expired: ['log', 'test'], pinned: true }];
  await open('/octo/hello/7/1/1');
  await screen.findByText('Retention deleted the logs and test results of this build.');
  await open('/octo/hello');
  await screen.findByRole('img', { name: 'Pinned' });
});
