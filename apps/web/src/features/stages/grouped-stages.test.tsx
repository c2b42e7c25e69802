// @vitest-environment happy-dom
import type { Stage } from '@millrace/contract/api';
import { recentStage } from '@millrace/contract/testing';
import { type MockApi, setBuild } from '@millrace/contract/testing/mock-api';
import { expect, screen, test, within } from '../../testing/screen-test.tsx';

const stage = (number: number, name: string, status: Stage['status']): Stage =>
  recentStage({ number, id: number, name, status });

/** A matrix of 12, of which one fails, and 8 other stages. */
function setLargeBuild(mock: MockApi) {
  const matrix = Array.from({ length: 12 }, (_, at) =>
    stage(at + 1, `browser (v${at + 1})`, at === 4 ? 'failure' : 'success'),
  );
  const others = Array.from({ length: 8 }, (_, at) => stage(at + 13, `lint-${at}`, 'success'));
  setBuild(mock, { status: 'failure', attempt: 1, stages: [...matrix, ...others] });
}

const tree = async () =>
  within(await screen.findByRole('navigation', { name: 'Stages and steps' }));

test('a large build: groups the matrix, folds what succeeded, finds stages', async ({
  mock,
  open,
  user,
}) => {
  setLargeBuild(mock);
  await open('/octo/hello/1/5/1');
  const stages = await tree();
  const matrix = await stages.findByRole('button', { name: /^Failure browser 11\/12 succeeded/ });
  expect(matrix).toHaveAttribute('aria-expanded', 'true');
  // Inside the matrix, only the values are shown.
  expect(stages.getByText('v5')).toBeVisible();
  expect(stages.queryByText('v1')).toBeNull();
  await user.click(stages.getByRole('button', { name: '11 succeeded' }));
  expect(stages.getByText('v1')).toBeVisible();
  await user.click(matrix);
  expect(stages.queryByText('v5')).toBeNull();

  await user.click(stages.getByRole('button', { name: '8 succeeded' }));
  expect(stages.getByText('lint-3')).toBeVisible();

  const field = stages.getByRole('searchbox', { name: 'Search stages and steps' });
  await user.type(field, 'lint-3');
  expect(stages.getByRole('status')).toHaveTextContent('1 stage found');
  expect(stages.queryByText('browser')).toBeNull();
  await user.clear(field);
  await user.click(stages.getByRole('checkbox', { name: 'Only failed' }));
  expect(stages.getByRole('status')).toHaveTextContent('1 stage found');
  expect(stages.queryByText('lint-3')).toBeNull();
});

test('a small matrix: is a group without search', async ({ mock, open }) => {
  setBuild(mock, {
    attempt: 1,
    stages: [stage(1, 'test (22)', 'success'), stage(2, 'test (24)', 'success')],
  });
  await open('/octo/hello/1/2/1');
  const stages = await tree();
  await stages.findByRole('button', { name: /^Success test 2\/2 succeeded/ });
  expect(stages.getByText('24')).toBeVisible();
  expect(stages.queryByRole('searchbox')).toBeNull();
});
