import { expect, it } from 'vitest';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { Job } from '../../jobs/job.ts';
import { pickNext } from './overtaking.ts';

type Delivery = Job<ForgeEvent>;

const now = 1000;
const open = (id: number, branch: string | null, more: Partial<Delivery> = {}): Delivery => {
  const push = { kind: 'push', ref: `refs/heads/${branch}`, before: '', after: 'a' } as const;
  const news = branch ? [push] : [{ kind: 'deleted' } as const];
  const payload = { delivery: `${id}`, news } as ForgeEvent;
  const job = { id, key: `1 ${id}`, place: 1, payload, revision: 0, tries: 0 };
  return { ...job, since: now, due: now, isAside: false, ...more };
};
const waits = { due: now + 5, isAside: true };
const retried = { due: now + 5 };

it.each<[string, Delivery[], number | undefined]>([
  ['the oldest', [open(1, 'a'), open(2, 'b')], 1],
  ['none while the oldest is retried', [open(1, 'a', retried), open(2, 'b')], undefined],
  [
    'one of another branch than one that waits for its commit',
    [open(1, 'a', waits), open(2, 'b')],
    2,
  ],
  ['none of the same branch', [open(1, 'a', waits), open(2, 'a')], undefined],
  ['one behind those of the same branch', [open(1, 'a', waits), open(2, 'a'), open(3, 'b')], 3],
  [
    'none behind one that is retried',
    [open(1, 'a', waits), open(2, 'b', retried), open(3, 'c')],
    undefined,
  ],
  [
    'one that waits for its commit once it is due',
    [open(1, 'a', { isAside: true }), open(2, 'b')],
    1,
  ],
  ['the end of the repository', [open(1, 'a', waits), open(2, null)], 2],
  ['none behind the end of the repository', [open(1, null, retried), open(2, 'b')], undefined],
])('picks %s', (_, deliveries, id) => {
  expect(pickNext(deliveries, now)?.id).toBe(id);
});
