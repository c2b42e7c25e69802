// @vitest-environment happy-dom
import { getPipelineChange } from '@millrace/contract/api';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, screen, test, within } from '../../testing/screen-test.tsx';

const slug = 'octo/hello';
const title = 'This build changes the pipeline file';

const change = async () => within((await screen.findByText(title)).closest('details') ?? fail());
const fail = () => {
  throw new Error('No notice');
};

function mockChange(mock: MockApi, fields: object = {}) {
  setBuild(mock, { number: 8, event: 'push', target: 'main', file_base: 7, ...fields });
}

test('counts builds, stages and steps that run differently under the changed file', async ({
  mock,
  open,
  user,
}) => {
  mockChange(mock);
  await open('/octo/hello/8');
  const notice = await change();
  await notice.findByText('3 of the last 50 builds would run differently');
  await user.click(screen.getByText(title));
  notice.getByText('test › lint would not run in 3 builds');
  notice.getByText('release would run in 1 build');
  notice.getByText('Critical path about 60 s instead of 90 s (median)');
  expect(notice.getByRole('link', { name: /Compare with #7/ })).toHaveAttribute(
    'href',
    '/octo/hello/compare/7/8',
  );
  expect(notice.getByRole('link', { name: /Open the file of main/ })).toHaveAttribute(
    'href',
    '/octo/hello/settings/pipeline?branch=main',
  );
});

test('links the branch of a pull request of the same repository only', async ({ mock, open }) => {
  const pull = { event: 'pull_request', source: 'feature', source_repo: slug } as const;
  mockChange(mock, pull);
  await open('/octo/hello/8');
  (await change()).getByText('Open the file of feature with each build');
  mockChange(mock, { ...pull, source_repo: 'fork/hello' });
  await open('/octo/hello/8');
  expect((await change()).queryByText(/Open the file/)).toBeNull();
});

test('says when other stages and steps are not listed, and when builds could not start', async ({
  mock,
  open,
}) => {
  mockChange(mock);
  const { result } = mock.state.pipelineChange;
  if (!result) throw new Error('No result');
  Object.assign(result, { all_parts: 14, failed: 2 });
  await open('/octo/hello/8');
  const notice = await change();
  await notice.findByText('and 12 more stages or steps');
  notice.getByText('2 builds could not start');
});

test('waits for the result, and shows why there is none', async ({ mock, open }) => {
  mockChange(mock);
  mock.state.pipelineChange = { base: 7, status: 'pending', error: '' };
  await open('/octo/hello/8');
  const notice = await change();
  await notice.findByText('Comparing the last builds');
  mock.state.pipelineChange = { base: 7, status: 'failed', error: 'the file is too large' };
  await notice.findByText('Not compared: the file is too large');
});

test('shows an error of the call', async ({ mock, open }) => {
  mockChange(mock);
  mock.fail(getPipelineChange, 'out of order');
  await open('/octo/hello/8');
  await (await change()).findByText('Not compared: out of order');
});

test('shows nothing for other builds, without a call', async ({ mock, open }) => {
  setBuild(mock, { number: 8 });
  await open('/octo/hello/8');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(title)).toBeNull();
  expect(mock.calls(getPipelineChange)).toEqual([]);
});
