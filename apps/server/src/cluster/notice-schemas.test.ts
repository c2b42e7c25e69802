import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { readFixture } from '../../testing/read-fixture.ts';
import { buildNotice, grownSteps, isSentTopic, notice, sentEvents } from './notice-schemas.ts';

const sent = z
  .array(notice)
  .parse(JSON.parse(readFixture('notices-6b82ee89', import.meta.url)))
  .map(({ topic, message }) => [topic, message] as const);

function read(topic: string, message: unknown): unknown {
  if (topic === 'buildChanged') return buildNotice.parse(message);
  if (topic === 'logsGrown') return grownSteps.parse(message);
  if (!isSentTopic(topic)) throw new Error(`Unknown topic ${topic}`);
  return sentEvents[topic].parse(message);
}

it.each(sent)('reads %s as an earlier version sent it', (topic, message) => {
  expect(read(topic, message)).toEqual(message);
});

it('reads a change that was too long for a notice', () => {
  const ids = { id: 1, repoId: 2, buildId: 3 };
  expect(read('buildChanged', ids)).toEqual(ids);
});

it('ignores fields of a newer version', () => {
  expect(read('logRewritten', { stepId: 1, attempt: 2 })).toEqual({ stepId: 1 });
  expect(read('queueChanged', { kind: 'pipeline' })).toEqual({});
});
