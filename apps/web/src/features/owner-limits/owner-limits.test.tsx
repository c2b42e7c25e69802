// @vitest-environment happy-dom
import { setOwnerLimits } from '@millrace/contract/api';
import { expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

test('sets the limits of an organization, and deletes them', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/settings/organizations');
  await user.click(await screen.findByRole('button', { name: 'New Limit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Organization or account'), 'acme');
  await user.type(dialog.getByLabelText('Running stages'), '4');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await findToast('The limits have been saved');
  expect(mock.calls(setOwnerLimits)[0]).toMatchObject({
    params: { namespace: 'acme' },
    body: { running: 4, storage: null },
  });
  const row = await screen.findByRole('row', { name: /acme/ });
  expect(row.textContent).toContain('Server');
  await user.click(screen.getByRole('button', { name: 'Delete the limits of acme' }));
  await findToast('The limits have been deleted');
  await screen.findByText('No limits of their own.');
});
