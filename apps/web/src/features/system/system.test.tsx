// @vitest-environment happy-dom
import { getSystemStatus } from '@millrace/contract/api';
import { expect, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

test('shows the state of the server, and the settings without secrets', async ({ open, user }) => {
  serveConfig({ extras: true });
  await open('/settings/system');
  const state = within(await screen.findByRole('region', { name: 'System' }));
  await state.findByText('SQLite 3.50, 1 MB');
  state.getByText('50 GB of 100 GB free in /data');
  state.getByText('12, 3 MB');
  state.getByText('Deleted when unused for 90 days');
  expect(state.getAllByText('Available (3 ms)')).toHaveLength(4);
  const table = within(await screen.findByRole('table', { name: 'Settings' }));
  within(table.getByRole('row', { name: /MILLRACE_RPC_SECRET/ })).getByText('Hidden');
  within(table.getByRole('row', { name: /MILLRACE_PORT/ })).getByText('Default');
  await user.type(screen.getByLabelText('Filter settings'), 'picks a free one');
  expect(table.getAllByRole('row')).toHaveLength(2);
});

test('shows why a part of the server is unavailable', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const health = { ok: false, error: 'connect ECONNREFUSED', ms: 1 };
  mock.reply(getSystemStatus, () => ({
    version: '1',
    commit: 'abcdef0123',
    node: '24',
    started: 1_700_000_000,
    servers: [
      { host: 'one', seen: 1, own: true },
      { host: 'two', seen: 1, own: false },
    ],
    database: { kind: 'postgres', version: '16', bytes: 0, health: { ok: true, error: '', ms: 1 } },
    disk: { folder: '/data', free: 1, total: 100, reserve: 10 },
    stores: [],
    aged: [],
    forge: { kind: 'gitea', url: 'https://git.example.com', health },
    certificate: { expires: 1_700_000_000, error: 'No answer from the authority' },
  }));
  await open('/settings/system');
  await screen.findByText('Unavailable: connect ECONNREFUSED');
  screen.getByText('Not renewed: No answer from the authority');
  screen.getByText('one (this server), two');
  screen.getByText('The disk is full: no logs and artifacts are accepted.');
});
