// @vitest-environment happy-dom
import { listBranches } from '@millrace/contract/api';
import { someBuild } from '../../testing/mock/state.ts';
import {
  expect,
  findAddress,
  findToast,
  screen,
  test,
  within,
} from '../../testing/screen-test.tsx';

test('a branch says status, name, commit, author and message, and leads to its build', async ({
  mock,
  open,
  user,
}) => {
  mock.state.branches['octo/hello'] = [
    someBuild({
      ...{ number: 17, status: 'error', target: 'release/2', message: 'Cut the release' },
      ...{ after: '0123456789abcdef', author_login: 'emeka' },
    }),
  ];
  await open('/octo/hello/branches');
  const row = await screen.findByRole('link', { name: /release\/2/ });
  await within(row).findByRole('img', { name: /Error/i });
  within(row).getByText('01234567');
  expect(row).toHaveTextContent('emeka');
  expect(row).toHaveTextContent('Cut the release');
  await user.click(row);
  await findAddress('/octo/hello/17');
});

test('without branches the page says what will be there', async ({ open }) => {
  await open('/octo/hello/branches');
  await screen.findByText(
    'Your Branch List is Empty. This list will be populated when you execute a pipeline for an open branch.',
  );
});

test('a list that fails is told', async ({ mock, open }) => {
  mock.fail(listBranches, 'database is locked', 500);
  await open('/octo/hello/branches');
  await findToast('database is locked');
});
