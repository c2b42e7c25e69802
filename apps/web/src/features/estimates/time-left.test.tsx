// @vitest-environment happy-dom
import { listRepoEstimates } from '@millrace/contract/api';
import { sampleBuild } from '@millrace/contract/testing';
import { setBuild } from '@millrace/contract/testing/mock-api';
import { expect, screen, test } from '../../testing/screen-test.tsx';
import { serveConfig } from '../../testing/serve-config.ts';

const now = Math.floor(Date.now() / 1000);
const end = { low: now + 180, likely: now + 310, high: now + 490 };
const running = { status: 'running', started: now - 60, finished: 0, attempt: 1 } as const;

test('shows in a list how long a running build probably takes', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.builds['octo/hello'] = [sampleBuild({ number: 1, ...running })];
  mock.state.estimates = [{ build: 1, end, stages: [] }];
  await open('/octo/hello');
  expect(await screen.findByText('about 5 min left')).toHaveAttribute(
    'title',
    'in nine of ten cases, 3 min to 8 min',
  );
});

test('shows it on the page of the build', async ({ mock, open }) => {
  setBuild(mock, { number: 1, ...running });
  mock.state.estimates = [{ build: 1, end, stages: [] }];
  await open('/octo/hello/1');
  await screen.findByText('about 5 min left');
});

test('shows it in the builds of all repositories', async ({ mock, open }) => {
  serveConfig({ extras: true });
  mock.state.builds['octo/hello'] = [sampleBuild({ number: 1, ...running })];
  mock.state.estimates = [{ build: 1, end, stages: [] }];
  await open('/builds-feed');
  await screen.findByText('about 5 min left');
});

test('asks nothing about finished builds, or another server', async ({ mock, open }) => {
  setBuild(mock, { number: 1, status: 'success', attempt: 1 });
  await open('/octo/hello/1');
  await screen.findByRole('heading', { level: 1 });
  expect(mock.calls(listRepoEstimates)).toHaveLength(0);
});
