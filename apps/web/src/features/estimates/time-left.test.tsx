// @vitest-environment happy-dom
import { listRepoEstimates } from '@millrace/contract/api';
import { sampleBuild, sampleStage } from '@millrace/contract/testing';
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

test('shows none for a build that pauses for a person', async ({ mock, open }) => {
  serveConfig({ extras: true });
  const pause_before = { stage: 'mill', step: 'turn' };
  mock.state.builds['octo/hello'] = [
    sampleBuild({ number: 1, ...running, pause_before }),
    sampleBuild({ number: 2, ...running }),
  ];
  mock.state.estimates = [1, 2].map((build) => ({ build, end, stages: [] }));
  await open('/octo/hello');
  expect(await screen.findAllByText('about 5 min left')).toHaveLength(1);
});

test('shows when each stage of the build probably starts or ends', async ({ mock, open }) => {
  const stages = [
    sampleStage({ number: 1, name: 'test', status: 'running', started: now - 60, stopped: 0 }),
    sampleStage({ number: 2, name: 'deploy', status: 'pending', started: 0, stopped: 0 }),
  ];
  setBuild(mock, { number: 1, ...running, stages });
  const start = { low: now + 115, likely: now + 130, high: now + 255 };
  mock.state.estimates = [
    {
      build: 1,
      stages: [
        { stage: 1, end: start },
        { stage: 2, start, end },
      ],
    },
  ];
  await open('/octo/hello/1');
  expect(await screen.findByText('· 2 min left')).toBeInTheDocument();
  expect(screen.getByText('in 2 min')).toHaveAttribute(
    'title',
    'in nine of ten cases, 2 min to 4 min',
  );
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
