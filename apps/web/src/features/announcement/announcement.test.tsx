// @vitest-environment happy-dom
import { deleteAnnouncement, setAnnouncement } from '@millrace/contract/api';
import { expect, findToast, screen, test, waitFor, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';
import { bodyOf, formOf } from './announcement-form.ts';

test('announces something to everybody, and deletes it', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/settings/announcement');
  await user.type(await screen.findByLabelText('Text'), 'New disks at ten');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('The announcement has been saved');
  expect(mock.calls(setAnnouncement)[0]?.body).toEqual({
    text: 'New disks at ten',
    starts: 0,
    ends: 0,
    read_only_from: 0,
  });
  await waitFor(() =>
    expect(document.querySelector('#root, body')?.textContent).toContain('New disks'),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete announcement' }));
  await findToast('The announcement has been deleted');
  expect(mock.calls(deleteAnnouncement)).toHaveLength(1);
});

test('shows when the server is read-only', async ({ open }) => {
  const times = { starts: 0, ends: 0, read_only_from: 1_700_000_000 };
  const announcement = { text: 'New disks', ...times, read_only: true };
  serveConfig({ extras: true, announcement });
  await open('/');
  const banner = await screen.findByText('New disks', { exact: false });
  await within(banner).findByText('Read-only');
});

test('keeps the message of a refused announcement with its input', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.fail(setAnnouncement, 'The announcement ends in the past', 400);
  await open('/settings/announcement');
  await user.type(await screen.findByLabelText('Text'), 'Late');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('The announcement ends in the past');
  expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('Late');
});

test('fields keep times to the minute', () => {
  const stored = {
    text: 'x',
    starts: 1_700_000_040,
    ends: 1_700_003_640,
    read_only_from: 0,
    read_only: false,
  };
  const { read_only: _, ...body } = stored;
  expect(bodyOf(formOf(stored))).toEqual(body);
});
