// @vitest-environment happy-dom
import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  type Session,
} from '@millrace/contract/api';
import { sampleUser } from '@millrace/contract/testing';
import { confirm, expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const sample: Session = {
  id: 'a',
  created: 1_700_000_000,
  last_seen: 1_700_000_100,
  expires: 4_000_000_000,
  address: '192.0.2.1',
  browser: 'Firefox, Linux',
};
const other: Session = { ...sample, id: 'b', browser: 'Chrome, Windows' };
const third: Session = { ...sample, id: 'c', browser: '', address: '', created: 0, last_seen: 0 };

const findPanel = async () => within(await screen.findByRole('region', { name: 'Sessions' }));

test('ends a session, and all others', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.sessions = [{ ...sample, current: true }, other, third];
  await open('/account');
  const panel = await findPanel();
  const own = within(await panel.findByRole('row', { name: /Firefox, Linux/ }));
  own.getByText('This session');
  expect(own.queryByRole('button')).toBeNull();
  const row = within(panel.getByRole('row', { name: /Chrome, Windows/ }));
  await user.click(row.getByRole('button', { name: 'End the session of Chrome, Windows' }));
  await confirm(user, 'Are you sure you want to end this session?', 'End');
  await findToast('The session has ended');
  expect(mock.calls(endSession)[0]?.params).toEqual({ session: 'b' });
  panel.getByRole('row', { name: /Unknown/ });
  await user.click(panel.getByRole('button', { name: 'End Other Sessions' }));
  await confirm(user, 'Are you sure you want to end these sessions?', 'End Other Sessions');
  await findToast('The sessions have ended');
  expect(mock.calls(endOtherSessions)).toHaveLength(1);
  expect(panel.getAllByRole('row')).toHaveLength(2);
});

test('ends the sessions of another account', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.users.push(sampleUser({ id: 2, login: 'bob' }));
  mock.state.sessions = [sample, other];
  await open('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Edit bob' }));
  const panel = await findPanel();
  await user.click(
    await panel.findByRole('button', { name: 'End the session of Chrome, Windows' }),
  );
  await confirm(user, 'Are you sure you want to end this session?', 'End');
  await findToast('The session has ended');
  expect(mock.calls(endUserSession)[0]?.params).toEqual({ login: 'bob', session: 'b' });
  await user.click(panel.getByRole('button', { name: 'End All Sessions' }));
  await confirm(user, 'Are you sure you want to end these sessions?', 'End All Sessions');
  await panel.findByText('No browser is signed in.');
  expect(mock.calls(endUserSessions)[0]?.params).toEqual({ login: 'bob' });
});
