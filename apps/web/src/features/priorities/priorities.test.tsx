// @vitest-environment happy-dom
import { setRepoPriority } from '@millrace/contract/api';
import { expect, findToast, screen, test } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

test('adds, changes and removes rules', async ({ mock, open, user }) => {
  serveConfig({ extras: true });
  mock.state.priority = { priority: 'normal', rules: [{ event: 'cron', priority: 'low' }] };
  await open('/octo/hello/settings/priority');
  await user.click(await screen.findByRole('button', { name: 'Add Rule' }));
  await user.type(screen.getAllByLabelText('Branch or tag')[1] as HTMLElement, 'hotfix/*');
  await user.selectOptions(screen.getAllByLabelText('Priority').at(-1) as HTMLElement, 'Normal');
  await user.click(screen.getByRole('button', { name: 'Remove rule 1' }));
  await user.selectOptions(screen.getByLabelText('Priority of builds'), 'Low');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await findToast('The priority has been saved');
  expect(mock.calls(setRepoPriority)[0]?.body).toEqual({
    priority: 'low',
    rules: [{ branch: 'hotfix/*', priority: 'normal' }],
  });
});
