// @vitest-environment happy-dom
import {
  createSubscription,
  deleteSubscription,
  listNotificationDeliveries,
  listSubscriptions,
  previewNotification,
  resendNotification,
  testSubscription,
  updateSubscription,
} from '@millrace/contract/api';
import { sampleDelivery, sampleSubscription } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import type { UserEvent } from '@testing-library/user-event';
import {
  confirm,
  expect,
  fill,
  findDialog,
  findToast,
  screen,
  test,
  waitFor,
  within,
} from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const page = '/octo/hello/settings/notifications';
const params = { namespace: 'octo', name: 'hello' };
const url = 'https://hooks.example.com/x';
const findPanel = async () => within(await screen.findByRole('region', { name: 'Notifications' }));
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const lastBody = (mock: MockApi, endpoint: object) => mock.calls(endpoint).at(-1)?.body;

async function choose(user: UserEvent, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('creates a webhook with a preview before', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open(page);
  const panel = await findPanel();
  await panel.findByText('There are no subscriptions.');
  await user.click(panel.getByRole('button', { name: 'New Subscription' }));
  const form = await findDialog('New Subscription');
  expect(form.queryByRole('option', { name: 'E-mail' })).toBeNull();
  await fill(user, form.getByLabelText('Name'), ' robot ');
  await fill(user, form.getByLabelText('URL'), url);
  await fill(user, form.getByLabelText('Secret'), 'grindstone');
  await user.selectOptions(form.getByLabelText('When'), 'On failure and when fixed');
  await fill(user, form.getByLabelText('Branches'), 'release/*');
  const events = within(form.getByRole('group', { name: 'Events' }));
  await user.click(events.getByLabelText('Cron job'));
  await user.click(events.getByLabelText('Push'));
  await user.selectOptions(form.getByLabelText('Cron builds'), 'Weekly digest');
  await user.click(form.getByRole('button', { name: 'Preview Digest' }));
  await form.findByText('Digest, for Webhook:');
  expect(form.getByRole('figure', { name: 'Preview' })).toHaveTextContent('"repo": "octo/hello"');
  expect(lastBody(mock, previewNotification)).toEqual({ channel: 'webhook', kind: 'digest' });
  await user.click(form.getByRole('button', { name: 'Create' }));
  await findToast('The subscription has been created');
  expect(lastBody(mock, createSubscription)).toEqual({
    name: 'robot',
    channel: 'webhook',
    url,
    secret: 'grindstone',
    rule: 'failure_and_fixed',
    branches: 'release/*',
    events: ['push', 'cron'],
    digest: 'weekly',
    disabled: false,
  });
  const row = await findRow(/robot/);
  row.getByText('hooks.example.com, signed');
  row.getByText('On failure and when fixed');
  row.getByText('release/* · Push, Cron job · Cron builds: weekly digest');
  row.getByText('Enabled');
});

test('removes the preview if the channel changes', async ({ mock: _, open, user }) => {
  serveConfig({ extras: true, email: true });
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'New Subscription' }));
  const form = await findDialog('New Subscription');
  await user.click(form.getByRole('button', { name: 'Preview Message' }));
  await form.findByText('Message about a build, for Webhook:');
  await user.selectOptions(form.getByLabelText('Channel'), 'E-mail');
  expect(form.queryByRole('figure')).toBeNull();
  expect(form.queryByLabelText('URL')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Preview Message' }));
  await form.findByText('octo/hello #3 failed');
  expect(form.getByRole('figure', { name: 'Preview' })).toHaveTextContent(
    'Build 3 of octo/hello failed.',
  );
});

test('sends e-mail to each of the typed addresses', async ({ mock, open, user }) => {
  serveConfig({ extras: true, email: true });
  await open(page);
  await user.click(await screen.findByRole('button', { name: 'New Subscription' }));
  const form = await findDialog('New Subscription');
  await fill(user, form.getByLabelText('Name'), 'office');
  await user.selectOptions(form.getByLabelText('Channel'), 'E-mail');
  await user.click(form.getByRole('button', { name: 'Create' }));
  form.getByText('Please fill in this field.');
  await fill(user, form.getByLabelText('Recipients'), 'ada@example.com, bob@example.com\ncarl@');
  await user.click(form.getByRole('button', { name: 'Create' }));
  const recipients = form.getByLabelText('Recipients');
  mock.fail(createSubscription, 'Invalid email address');
  await user.clear(recipients);
  await fill(user, recipients, 'ada@example.com, bob@example.com\ncarl@mill');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(recipients).toHaveAccessibleDescription('Invalid email address'));
  expect(recipients).toHaveFocus();
  mock.restore(createSubscription);
  await fill(user, recipients, '.example');
  expect(recipients).not.toHaveAccessibleDescription('Invalid email address');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await findToast('The subscription has been created');
  expect(lastBody(mock, createSubscription)).toMatchObject({
    channel: 'email',
    recipients: ['ada@example.com', 'bob@example.com', 'carl@mill.example'],
  });
  (await findRow(/office/)).getByText('ada@example.com, bob@example.com and 1 more');
});

test('keeps the URL and the secret of an edited subscription', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.subscriptions = [
    sampleSubscription({ channel: 'webhook', host: 'ci.example', signed: true }),
  ];
  await open(page);
  await choose(user, 'team', 'Edit');
  const form = await findDialog('Edit team');
  expect(form.getByLabelText('Channel')).toBeDisabled();
  expect(form.getByLabelText('URL')).toHaveAccessibleDescription(
    'Leave it empty to keep the URL at ci.example.',
  );
  await user.selectOptions(form.getByLabelText('When'), 'Always');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('The subscription has been changed');
  expect(lastBody(mock, updateSubscription)).toEqual({ rule: 'always' });
  (await findRow(/team/)).getByText('Always');
});

test('warns that a new URL removes the secret, and removes it on request', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.subscriptions = [
    sampleSubscription({ channel: 'webhook', host: 'ci.example', signed: true }),
  ];
  await open(page);
  await choose(user, 'team', 'Edit');
  const form = await findDialog('Edit team');
  const secret = form.getByLabelText('Secret');
  expect(secret).toHaveAccessibleDescription('Leave it empty to keep the secret.');
  await fill(user, form.getByLabelText('URL'), url);
  expect(secret).toHaveAccessibleDescription('A new URL removes the secret, unless you enter one.');
  await user.clear(form.getByLabelText('URL'));
  await user.click(form.getByLabelText('Remove the secret'));
  expect(secret).toBeDisabled();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('The subscription has been changed');
  expect(lastBody(mock, updateSubscription)).toMatchObject({ secret: '' });
  expect(lastBody(mock, updateSubscription)).not.toHaveProperty('url');
  (await findRow(/team/)).getByText('ci.example');
});

test('disables, enables and deletes a subscription', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.subscriptions = [sampleSubscription()];
  await open(page);
  await choose(user, 'team', 'Disable');
  await findToast('The subscription has been disabled');
  expect(lastBody(mock, updateSubscription)).toEqual({ disabled: true });
  (await findRow(/team/)).getByText('Disabled');
  await choose(user, 'team', 'Enable');
  await findToast('The subscription has been enabled');
  await choose(user, 'team', 'Delete');
  await confirm(user, 'Are you sure you want to delete this subscription?', 'Delete');
  await findToast('The subscription has been deleted');
  await screen.findByText('There are no subscriptions.');
  expect(mock.calls(deleteSubscription)[0]?.params).toEqual({ ...params, subscription: 1 });
});

test('shows the result of a test message until it is sent', async ({
  mock,
  open,
  user,
  passTime,
}) => {
  serveConfig({ extras: true });
  mock.state.subscriptions = [sampleSubscription()];
  await open(page);
  await choose(user, 'team', 'Send a test message');
  await findToast('The test message is being sent');
  expect(mock.calls(testSubscription)[0]?.params).toEqual({ ...params, subscription: 1 });
  const panel = within(await screen.findByRole('region', { name: 'Deliveries of team' }));
  const row = within(await panel.findByRole('row', { name: /Test message/ }));
  row.getByText('Waiting');
  expect(row.getByRole('button', { name: 'Send Test message again' })).toBeDisabled();
  const update = (fields: Parameters<typeof sampleDelivery>[0]) => {
    mock.state.deliveries = mock.state.deliveries.map((each) => ({ ...each, ...fields }));
  };
  update({ tries: 1, error: 'connect ECONNREFUSED' });
  await passTime(3000);
  await panel.findByText('Test message: not sent yet, will be retried. connect ECONNREFUSED');
  update({ status: 'sent', tries: 2, error: '', response_status: 200 });
  await passTime(3000);
  const result = await panel.findByText('Test message: sent.');
  expect(result).toHaveAttribute('role', 'status');
  row.getByText('HTTP 200');
  const count = mock.calls(listNotificationDeliveries).length;
  await passTime(10_000);
  expect(mock.calls(listNotificationDeliveries)).toHaveLength(count);
});

test('shows the bodies of a failed message as text and sends it again', async ({
  mock,
  open,
  user,
}) => {
  serveConfig({ extras: true });
  mock.state.subscriptions = [sampleSubscription({ channel: 'webhook' })];
  mock.state.deliveries = [
    sampleDelivery({ id: 2, kind: 'digest', repo: '', build: 0, status: 'held', tries: 0 }),
    sampleDelivery({
      status: 'failed',
      tries: 3,
      attempt: 2,
      error: 'The receiver answered 400',
      response_status: 400,
      response: '<b>no</b>',
    }),
  ];
  await open(`${page}?deliveries=1`);
  const held = await findRow(/Digest/);
  held.getByText('Waits for the digest');
  expect(held.getByRole('button', { name: 'Send Digest again' })).toBeDisabled();
  const name = 'octo/hello #3, attempt 2';
  const row = await findRow(/octo\/hello #3/);
  expect(row.getByRole('link', { name })).toHaveAttribute('href', '/octo/hello/3');
  await user.click(row.getByRole('button', { name: `Details of ${name}` }));
  const details = await findDialog(name);
  details.getByText('The receiver answered 400');
  expect(details.getByRole('figure', { name: 'Request' })).toHaveTextContent(
    '{ "text": "octo/hello #3 failed" }',
  );
  expect(details.getByRole('figure', { name: 'Response' })).toHaveTextContent('<b>no</b>');
  await user.click(details.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await user.click(row.getByRole('button', { name: `Send ${name} again` }));
  await findToast('The message is being sent again');
  expect(mock.calls(resendNotification)[0]?.params).toEqual({
    ...params,
    subscription: 1,
    delivery: 1,
  });
  await row.findByText('Waiting');
  await user.click(screen.getByRole('button', { name: 'Hide the deliveries of team' }));
  expect(location.search).toBe('');
});

test('lists no deliveries of a new subscription', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.subscriptions = [sampleSubscription()];
  await open(page);
  const button = await screen.findByRole('button', { name: 'Deliveries of team' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  await screen.findByText('There are no deliveries.');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(location.search).toBe('?deliveries=1');
  await user.click(button);
  expect(screen.queryByText('There are no deliveries.')).toBeNull();
});

test('offers a retry if the subscriptions cannot be loaded', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(listSubscriptions, 'The database is busy', 500);
  await open(page);
  const panel = await findPanel();
  await panel.findByText('The database is busy');
  mock.restore(listSubscriptions);
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  await panel.findByText('There are no subscriptions.');
});
