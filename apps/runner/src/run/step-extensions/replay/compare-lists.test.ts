import { expect, it } from 'vitest';
import type { FileState } from '../../../engines/engine.ts';
import { compareLists } from './compare-lists.ts';

const file = (mtimeMs: number): FileState => ({
  type: 'file',
  size: 1,
  mode: 0o100644,
  mtimeMs,
  ctimeMs: mtimeMs,
});
const folder: FileState = { ...file(0), type: 'directory', mode: 0o40755 };
const list = (states: Record<string, FileState>) => new Map(Object.entries(states));

it('finds what earlier steps left, and what the step did with it', () => {
  const base = list({
    same: file(1),
    edited: file(1),
    gone: file(1),
    kind: file(1),
    lost: file(1),
  });
  const start = list({
    same: file(1),
    edited: file(2),
    kind: folder,
    'kind/a': file(2),
    made: file(2),
    touched: file(2),
    removed: file(2),
    lost: file(1),
  });
  const end = list({
    same: file(3),
    edited: file(2),
    kind: folder,
    'kind/a': file(2),
    made: file(2),
    touched: file(3),
    late: file(3),
  });
  const { unchanged, changed, deleted } = compareLists(base, start, end);
  expect([...unchanged.keys()]).toEqual(['edited', 'kind', 'kind/a', 'made']);
  expect(changed).toEqual(['touched', 'removed']);
  expect(deleted).toEqual(['gone', 'kind']);
});
