// @vitest-environment happy-dom
import { setPolicy } from '@millrace/contract/api';
import { expect, findToast, screen, test, within } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';
import { bodyOf, formOf } from './policy-form.ts';

test('adds a policy after a preview, changes and deletes it', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  await open('/settings/policies');
  await user.click(await screen.findByRole('button', { name: 'New Policy' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'images');
  await user.type(dialog.getByLabelText('Images, one a line'), 'golang{Enter}acme/*');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByText('It would have stopped 1 of the newest 50 builds.');
  dialog.getByText(/octo\/hello #7: .*node/);
  await user.click(dialog.getByRole('checkbox', { name: 'Enabled' }));
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await findToast('The policy has been saved');
  expect(mock.calls(setPolicy)[0]).toMatchObject({
    params: { policy: 'images' },
    body: { enabled: true, images: ['golang', 'acme/*'] },
  });
  const row = await screen.findByRole('row', { name: /images/ });
  expect(row.textContent).toContain('Allowed images');
  await user.click(screen.getByRole('button', { name: 'Change images' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Images, one a line')).value).toBe(
    'golang\nacme/*',
  );
});

test('a form keeps a policy', () => {
  const policy = {
    name: 'deploy',
    enabled: true,
    namespaces: ['acme'],
    events: ['push' as const],
    deploy: { targets: ['prod*'], people: ['ada', 'bob'] },
    exceptions: [{ repo: 'acme/old', owner: 'ada', until: '2026-12-31', reason: 'moves to Go' }],
  };
  const { name: _, ...body } = policy;
  expect(bodyOf(formOf(policy), policy.events)).toEqual(body);
});
