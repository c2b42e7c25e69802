// @vitest-environment happy-dom
import { type AuditEvent, listAuditEvents, listRepoAuditEvents } from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import { expect, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const event: AuditEvent = {
  id: 1,
  time: 1_700_000_000_000,
  action: 'build.cancel',
  actor: 'ada',
  credential: 'session',
  token: '',
  address: '10.0.0.7',
  repo: 'octo/hello',
  target: '7',
  details: {},
};

test('lists, filters and exports the changes of the server', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.user = { ...sampleUser(), admin: true };
  mock.state.auditEvents = [
    { ...event, id: 2, action: 'user.update', actor: 'bob', repo: '', details: { admin: true } },
    event,
  ];
  await open('/settings/audit');
  const panel = within(await screen.findByRole('region', { name: 'Audit Log' }));
  const row = within(await panel.findByRole('row', { name: /Canceled a build/ }));
  row.getByText('octo/hello · 7');
  row.getByText('Session · 10.0.0.7');
  panel.getByText('admin: true');
  await user.selectOptions(panel.getByLabelText('Action'), 'Accounts');
  await waitFor(() => expect(panel.queryByText('Canceled a build')).toBeNull());
  await user.type(panel.getByLabelText('Filter by account'), 'ada');
  await panel.findByText('No event matches the filter.');
  expect(location.search).toBe('?area=user&actor=ada');
  const link = panel.getByRole('link', { name: 'Export' });
  expect(link.getAttribute('href')).toBe('/api/audit?actor=ada&action=user&repo=&format=jsonl');
  expect(mock.calls(listAuditEvents).at(-1)?.query).toMatchObject({ actor: 'ada', action: 'user' });
});

test('loads older events on request', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.user = { ...sampleUser(), admin: true };
  mock.state.auditEvents = Array.from({ length: 60 }, (_, at) => ({ ...event, id: 60 - at }));
  await open('/settings/audit');
  const panel = within(await screen.findByRole('region', { name: 'Audit Log' }));
  await panel.findAllByText('Canceled a build');
  await user.click(panel.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(panel.getAllByText('Canceled a build')).toHaveLength(60));
  expect(panel.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('shows the admins of a repository its changes', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.auditEvents = [event];
  await open('/octo/hello/settings/audit');
  const panel = within(await screen.findByRole('region', { name: 'Audit Log' }));
  await panel.findByText('Canceled a build');
  expect(panel.queryByLabelText('Filter by repository')).toBeNull();
  expect(mock.calls(listRepoAuditEvents)[0]?.params).toEqual({ namespace: 'octo', name: 'hello' });
});

test('shows other accounts no page', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.user = { ...sampleUser(), admin: false };
  await open('/settings/audit');
  await screen.findByText('We are sorry, the resource you requested cannot be found.');
});
