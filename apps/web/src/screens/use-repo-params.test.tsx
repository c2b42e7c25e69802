// @vitest-environment happy-dom
import { getRepo } from '@millrace/contract/api';
import { sampleRepo } from '@millrace/contract/testing';
import { findAddress, test } from '../testing/screen-test.tsx';

test('redirects to the name of the repository as the server spells it', async ({ mock, open }) => {
  mock.reply(getRepo, () => sampleRepo());
  await open('/Octo/HELLO/branches?page=2');
  await findAddress('/octo/hello/branches?page=2');
});
