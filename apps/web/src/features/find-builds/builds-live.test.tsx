// @vitest-environment happy-dom
import { recentBuild, recentBuilds, sampleRepo } from '@millrace/contract/testing';
import type { MockApi } from '@millrace/contract/testing/mock-api';
import { expect, screen, test, textsOf, waitFor, within } from '../../testing/screen-test.tsx';

const slug = 'octo/hello';
const repo = sampleRepo({ slug, counter: 50 });
const numbers = () => {
  const region = within(screen.getByRole('region', { name: 'Executions' }));
  return textsOf(region.queryAllByRole('listitem')).map((text) =>
    Number(/#(\d+)/.exec(text ?? '')?.[1]),
  );
};
const hasFirst = (number: number) => waitFor(() => expect(numbers()[0]).toBe(number));

async function openBuilds(mock: MockApi, open: (path: string) => Promise<void>) {
  mock.state.repos = [repo];
  mock.state.builds[slug] = recentBuilds(50);
  await open('/octo/hello');
  await waitFor(() => expect(numbers()).toHaveLength(50));
  await waitFor(() => expect(mock.listeners).toBe(1));
}

test('inserts a new build at the top and keeps 50 builds', async ({ mock, open }) => {
  await openBuilds(mock, open);
  mock.publish(
    repo,
    recentBuild({ number: 51, title: 'Just now', status: 'running', finished: 0 }),
  );
  await hasFirst(51);
  expect([numbers().length, numbers().at(-1)]).toEqual([50, 2]);
  const summary = screen.getByRole('region', { name: 'Summary' });
  await waitFor(() => expect(summary).toHaveTextContent('51'));
  expect(summary).toHaveTextContent('Running');
});

test('moves a changed build to the top', async ({ mock, open }) => {
  await openBuilds(mock, open);
  mock.publish(repo, recentBuild({ number: 30, version: 9, title: 'Again', status: 'failure' }));
  await hasFirst(30);
  expect(new Set(numbers()).size).toBe(50);
  screen.getByRole('link', { name: /#30 Again/ });
});

test('ignores older versions of a build and builds of other repositories', async ({
  mock,
  open,
}) => {
  await openBuilds(mock, open);
  mock.publish(repo, recentBuild({ number: 30, version: 0, title: 'Stale' }));
  mock.publish(sampleRepo({ slug: 'octo/other' }), recentBuild({ number: 77, title: 'Foreign' }));
  mock.publish(repo, recentBuild({ number: 51, title: 'Just now' }));
  await hasFirst(51);
  expect(numbers()[1]).toBe(50);
  expect(screen.queryByText(/Stale|Foreign/)).toBeNull();
});
