import { beforeEach, expect, it } from 'vitest';
import type { StoredLine } from '../../domain/stored-line.ts';
import { LogPieces } from './log-pieces.ts';

const stepId = 1;

let log: StoredLine[];
let reads: number[];
let pieces: LogPieces;
beforeEach(() => {
  log = [];
  reads = [];
  pieces = new LogPieces(async (_, pos) => {
    reads.push(pos);
    return log.filter((line) => line.pos > pos);
  });
});

const lines = (count: number): StoredLine[] =>
  Array.from({ length: count }, (_, pos) => ({ pos, json: `{"pos":${pos}}` }));

it('reads and encodes lines once for viewers at the same position', async () => {
  log = lines(10);
  const read = () => pieces.readAfter(stepId, -1, -1);
  const [first, ...others] = [...(await Promise.all([read(), read()])), await read()];
  expect(first?.last).toBe(9);
  for (const other of others) expect(other).toBe(first);
  expect(reads).toEqual([-1]);
});

it('serves late viewers the lines that the others received', async () => {
  const sent = pieces.add(stepId, -1, lines(10));
  expect(await pieces.readAfter(stepId, -1, 9)).toBe(sent);
  expect(reads).toEqual([]);
});

it('ends a piece where other pieces continue', async () => {
  log = lines(10);
  expect((await pieces.readAfter(stepId, -1, 4))?.last).toBe(4);
  expect((await pieces.readAfter(stepId, 4, 4))?.last).toBe(9);
});

it('reads the end of a log again, and everything after a change of the log', async () => {
  expect(await pieces.readAfter(stepId, -1, -1)).toBeUndefined();
  log = lines(10);
  expect((await pieces.readAfter(stepId, -1, -1))?.last).toBe(9);
  log = lines(3);
  pieces.clear();
  expect((await pieces.readAfter(stepId, -1, -1))?.last).toBe(2);
  expect(reads).toEqual([-1, -1, -1]);
});
