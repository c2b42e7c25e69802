import { expect, it } from 'vitest';
import { buildNotice, sentEvents } from './notice-schemas.ts';

it('reads a change that was too long for a notice', () => {
  const ids = { id: 1, repoId: 2, buildId: 3 };
  expect(buildNotice.parse(ids)).toEqual(ids);
});

it('ignores fields of a newer version', () => {
  const read = sentEvents.logRewritten.parse({ stepId: 1, attempt: 2 });
  expect(read).toEqual({ stepId: 1 });
  expect(sentEvents.queueChanged.parse({ kind: 'pipeline' })).toEqual({});
});
