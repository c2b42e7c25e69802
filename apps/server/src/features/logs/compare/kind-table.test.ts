import { expect, it } from 'vitest';
import { KindTable } from './kind-table.ts';

function compare(here: string[], there: string[], limit = 100) {
  const table = new KindTable();
  for (const [pos, text] of here.entries()) table.add('here', pos, text);
  for (const [pos, text] of there.entries()) table.add('there', pos, text);
  return [table.findSurpluses('here', limit), table.findSurpluses('there', limit)];
}

it('finds the kinds that one log has more of, in the order of its lines', () => {
  const [here, there] = compare(
    ['start 1', 'retry 1', 'retry 2', 'retry 3', 'FAIL b', 'end'],
    ['hello', 'end', 'start 9', 'retry 1', 'hello'],
  );
  expect(here).toEqual({
    kinds: 2,
    first: [
      { pos: 1, count: 3, otherCount: 1 },
      { pos: 4, count: 1, otherCount: 0 },
    ],
  });
  expect(there).toEqual({ kinds: 1, first: [{ pos: 0, count: 2, otherCount: 0 }] });
});

it('ignores a different order', () => {
  expect(compare(['a', 'b', 'c 1'], ['c 2', 'a', 'b'])).toEqual([
    { kinds: 0, first: [] },
    { kinds: 0, first: [] },
  ]);
});

it('counts kinds that are not listed', () => {
  const letters = [...'abcdefg'];
  expect(compare(letters, [], 2)[0]).toMatchObject({ kinds: 7, first: [{ pos: 0 }, { pos: 1 }] });
});
