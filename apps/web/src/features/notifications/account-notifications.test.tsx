// @vitest-environment happy-dom
import {
  createPersonalSubscription,
  deletePersonalSubscription,
  previewPersonalNotification,
  resendPersonalNotification,
  testPersonalSubscription,
  updatePersonalSubscription,
} from '@millrace/contract/api';
import { sampleDelivery, samplePersonalSubscription, sampleRepo } from '@millrace/contract/testing';
import type { UserEvent } from '@testing-library/user-event';
import {
  confirm,
  expect,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));

async function choose(user: UserEvent, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('subscribes to the builds of chosen repositories', async ({ mock, open, user }) => {
  serveConfig({ extras: true, email: true });
  mock.state.repos = ['octo/hello', 'octo/mill', 'octo/sail'].map((slug, at) =>
    sampleRepo({ id: at + 1, slug }),
  );
  await open('/account');
  const panel = within(await screen.findByRole('region', { name: 'Notifications' }));
  await user.click(panel.getByRole('button', { name: 'New Subscription' }));
  const form = await findDialog('New Subscription');
  form.getByText('Messages go to the e-mail address of your account.');
  expect(form.queryByLabelText('Recipients')).toBeNull();
  await user.type(form.getByLabelText('Name'), 'mills');
  await user.selectOptions(form.getByLabelText('Builds'), 'All builds of chosen repositories');
  await user.type(form.getByLabelText('Repositories'), 'MILL');
  await user.click(await screen.findByRole('option', { name: 'octo/mill' }));
  form.getByText('octo/mill');
  await user.type(form.getByLabelText('Repositories'), 'octo/sail');
  await user.tab();
  await user.click(form.getByRole('button', { name: 'Remove octo/mill' }));
  await user.type(form.getByLabelText('Repositories'), 'octo/hello');
  await user.click(form.getByRole('button', { name: 'Preview Message' }));
  await form.findByText('octo/hello #3 failed');
  expect(mock.calls(previewPersonalNotification)).toHaveLength(1);
  await user.click(form.getByRole('button', { name: 'Create' }));
  await findToast('The subscription has been created');
  expect(mock.calls(createPersonalSubscription)[0]?.body).toEqual({
    name: 'mills',
    channel: 'email',
    rule: 'failure',
    branches: '',
    events: [],
    digest: 'off',
    disabled: false,
    scope: 'chosen',
    repos: ['octo/sail', 'octo/hello'],
  });
  const row = await findRow(/mills/);
  row.getByText('Your address');
  row.getByText('octo/sail, octo/hello');
});

test('shows the error about a repository at its field', async ({ mock, open, user }) => {
  serveConfig({ extras: true, email: true });
  mock.fail(createPersonalSubscription, 'There is no repository octo/mil');
  await open('/account');
  await user.click(await screen.findByRole('button', { name: 'New Subscription' }));
  const form = await findDialog('New Subscription');
  await user.type(form.getByLabelText('Name'), 'mills');
  await user.selectOptions(form.getByLabelText('Builds'), 'All builds of chosen repositories');
  await user.type(form.getByLabelText('Repositories'), 'octo/mil{Enter}');
  form.getByRole('button', { name: 'Remove octo/mil' });
  expect(mock.calls(createPersonalSubscription)).toEqual([]);
  await user.keyboard('{Enter}');
  const field = form.getByLabelText('Repositories');
  await waitFor(() => expect(field).toHaveAccessibleDescription('There is no repository octo/mil'));
  expect(field).toHaveFocus();
});

test('changes, tests, resends and deletes an own subscription', async ({ mock, open, user }) => {
  serveConfig({ extras: true, email: true });
  const mail = { subject: 'octo/hello #3 failed', text: 'Step mill failed.', html: '<b>x</b>' };
  mock.state.personalSubscriptions = [samplePersonalSubscription()];
  mock.state.deliveries = [sampleDelivery({ request: JSON.stringify(mail), response_status: 250 })];
  await open('/account');
  (await findRow(/mine/)).getByText('Builds that I started or wrote');
  await choose(user, 'mine', 'Edit');
  const form = await findDialog('Edit mine');
  await user.click(form.getByLabelText('Enabled'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('The subscription has been changed');
  expect(mock.calls(updatePersonalSubscription)[0]?.body).toEqual({ disabled: true });
  await choose(user, 'mine', 'Send a test message');
  await findRow(/Test message/);
  expect(mock.calls(testPersonalSubscription)).toHaveLength(1);
  const row = await findRow(/octo\/hello #3/);
  row.getByText('SMTP 250');
  await user.click(row.getByRole('button', { name: 'Details of octo/hello #3' }));
  const details = await findDialog('octo/hello #3');
  details.getByText('octo/hello #3 failed');
  expect(details.getByRole('figure', { name: 'Request' })).toHaveTextContent('Step mill failed.');
  expect(details.queryByText('<b>x</b>')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(row.getByRole('button', { name: 'Send octo/hello #3 again' }));
  await waitFor(() => expect(mock.calls(resendPersonalNotification)).toHaveLength(1));
  await choose(user, 'mine', 'Delete');
  await confirm(user, 'Are you sure you want to delete this subscription?', 'Delete');
  await screen.findByText('There are no subscriptions.');
  expect(mock.calls(deletePersonalSubscription)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Deliveries of mine' })).toBeNull();
});

test('is not offered if the server has no extensions', async ({ open }) => {
  serveConfig({ extras: false });
  await open('/account');
  await screen.findByText('Personal Token');
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
});
