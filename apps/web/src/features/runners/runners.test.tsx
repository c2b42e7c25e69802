// @vitest-environment happy-dom
import { listRunners, type Runner } from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import { expect, screen, test, textsOf, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const runner = (fields: Partial<Runner>): Runner => ({
  ...{ name: 'alpha', type: 'exec', os: 'linux', arch: 'amd64', variant: '', kernel: '' },
  ...{ labels: {}, capacity: 2, running: 1, steps: '' },
  ...fields,
});

test('lists connected runners for system admins', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  const foreign = { name: 'beta', type: 'docker', variant: 'v8', labels: { gpu: 'yes' } };
  mock.reply(listRunners, () => [
    runner({ steps: 'as user ci' }),
    runner({ ...foreign, capacity: 0, running: 0 }),
  ]);
  await open('/settings/users');
  await user.click(await screen.findByRole('link', { name: 'Runners' }));
  await screen.findByRole('heading', { name: 'Runners', level: 1 });
  const table = within(await screen.findByRole('table', { name: 'Runners' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows.map((row) => textsOf(within(row).getAllByRole('cell')))).toEqual([
    ['alpha', 'exec', 'linux/amd64', '–', 'as user ci', '1 of 2'],
    ['beta', 'docker', 'linux/amd64/v8', 'gpu: yes', '–', '0'],
  ]);
});

test('explains how to connect a runner if there is none', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.reply(listRunners, () => []);
  await open('/runners');
  await screen.findByText('No runner is connected.');
});

test('reports runners that cannot be loaded', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.fail(listRunners, 'database is locked', 500);
  await open('/runners');
  await screen.findByRole('button', { name: 'Try again' });
});

test('shows a 404 page to other accounts', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.user = sampleUser({ admin: false });
  await open('/runners');
  await screen.findByText("That's all we know.");
  expect(mock.calls(listRunners)).toEqual([]);
});
