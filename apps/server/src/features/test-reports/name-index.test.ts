import { expect, it } from 'vitest';
import { NameIndex } from './name-index.ts';

it('finds parts of names in any case, and stores the repositories searched most recently', () => {
  const index = new NameIndex();
  const search = (repoId: number, words: string) => [
    ...(index.answer({ kind: 'search', repoId, words }) as Uint32Array),
  ];
  for (const repoId of [1, 2, 3, 4]) {
    const names = [
      { id: 10 * repoId, text: 'mill GRINDS' },
      { id: 10 * repoId + 1, text: 'mill Übersicht' },
    ];
    expect(index.answer({ kind: 'last', repoId })).toBe(0);
    expect(index.answer({ kind: 'add', repoId, names })).toBe(10 * repoId + 1);
    // The same name again, as a repeated read brings it.
    index.answer({ kind: 'add', repoId, names: names.slice(0, 1) });
  }
  expect(search(1, 'grinds')).toEqual([10]);
  expect(search(1, 'l üBER')).toEqual([11]);
  expect(index.answer({ kind: 'last', repoId: 5 })).toBe(0);
  expect(index.answer({ kind: 'last', repoId: 1 })).toBe(11);
  expect(index.answer({ kind: 'last', repoId: 2 })).toBe(0);
});

it('returns ids in ascending order, in whatever order they were committed', () => {
  const index = new NameIndex();
  const names = [30, 10, 20].map((id) => ({ id, text: `grain ${id}` }));
  index.answer({ kind: 'add', repoId: 1, names });
  const found = index.answer({ kind: 'search', repoId: 1, words: 'grain' });
  expect(found).toEqual(Uint32Array.of(10, 20, 30));
});
