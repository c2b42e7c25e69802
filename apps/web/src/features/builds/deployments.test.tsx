// @vitest-environment happy-dom
import { someBuild } from '../../testing/mock/state.ts';
import { expect, findAddress, screen, test, textsOf, within } from '../../testing/screen-test.tsx';

test('a deployment says environment, commit, committer and message', async ({
  mock,
  open,
  user,
}) => {
  mock.state.deployments['octo/hello'] = [
    someBuild({
      ...{ number: 18, event: 'promote', deploy_to: 'production', message: 'Ship it' },
      ...{
        after: 'fedcba9876543210',
        author_login: 'chen',
        created: Math.floor(Date.now() / 1000) - 3 * 3600 - 60,
      },
    }),
  ];
  await open('/octo/hello/deployments');
  const table = within(await screen.findByRole('table', { name: 'Deployments' }));
  await table.findByRole('link', { name: 'production' });
  expect(textsOf(table.getAllByRole('columnheader'))).toEqual([
    ...['Environment', 'Commit', 'Committer', 'Message'],
  ]);
  const row = within(table.getAllByRole('row')[1] as HTMLElement);
  const cells = textsOf(row.getAllByRole('cell')).map((text) => text?.trim());
  expect(cells).toEqual(['production3 hours ago', 'fedcba98', 'chen', 'Ship it']);
  row.getByRole('img', { name: 'Success' });
  await user.click(table.getByRole('link', { name: 'production' }));
  await findAddress('/octo/hello/18');
});

test('without deployments the page says what will be there', async ({ open }) => {
  await open('/octo/hello/deployments');
  await screen.findByText('Your Deployment List is Empty.');
  screen.getByText('This list will be populated when you promote or rollback a build.');
});
