import { expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readPodEvent } from './read-pod-event.ts';

const pod = { namespace: 'ci', name: 'stage-7' };
const metadata = { creationTimestamp: '2026-11-27T01:00:00Z' };
const failedMount = {
  type: 'Warning',
  reason: 'FailedMount',
  message: 'configmap "tools" not found\n',
  metadata,
  lastTimestamp: '2026-11-27T01:02:00Z',
};
const pulling = {
  type: 'Normal',
  reason: 'Pulling',
  message: 'Pulling image "golang"',
  metadata,
  lastTimestamp: null,
  eventTime: '2026-11-27T01:03:00.000001Z',
};

it.each([
  ['a volume that cannot be mounted', [failedMount], 'FailedMount (configmap "tools" not found)'],
  ['the image that is pulled now', [pulling, failedMount], 'Pulling image "golang"'],
  ['nothing about a usual event', [{ type: 'Normal', reason: 'Scheduled', metadata }], ''],
  ['nothing without events', [], ''],
])('tells %s', async (_, items, text) => {
  const { client } = await startApiServer(() => [200, { items }]);
  expect(await readPodEvent(client, pod)).toBe(text);
});

it('reads the events of the Pod alone', async () => {
  const { client, calls } = await startApiServer(() => [200, { items: [] }]);
  await readPodEvent(client, pod);
  expect(calls.map(decodeURIComponent)).toEqual([
    'GET /api/v1/namespaces/ci/events?fieldSelector=involvedObject.kind=Pod,involvedObject.name=stage-7',
  ]);
});

it.each([403, 500])('tells nothing after an answer with %i, and asks once', async (status) => {
  const { client, calls } = await startApiServer(() => [status, { message: 'refused' }]);
  expect(await readPodEvent(client, pod)).toBe('');
  expect(calls).toHaveLength(1);
});
