import { expect, test } from 'vitest';
import { extendOrder, inOrder, type PaletteGroup } from './palette-groups.ts';

const group = (id: string, ...itemIds: string[]): PaletteGroup => ({
  id,
  title: id,
  items: itemIds.map((item) => ({ id: item, icon: null, label: item, target: { to: '/' } })),
});
const nothing = { query: '', groups: [] };
const idsOf = (groups: PaletteGroup[]) =>
  groups.map(({ id, items }) => [id, ...items.map((item) => item.id)]);

test('appends groups that arrive later, regardless of their source order', () => {
  const first = extendOrder(nothing, 'mill', [group('repos', 'a'), group('pages', 'p')]);
  const later = [group('repos', 'a'), group('branches', 'b'), group('pages', 'p')];
  expect(idsOf(inOrder(extendOrder(first, 'mill', later), later))).toEqual([
    ['repos', 'a'],
    ['pages', 'p'],
    ['branches', 'b'],
  ]);
});

test('keeps the items of a shown group in place', () => {
  const first = extendOrder(nothing, 'mill', [group('repos', 'a', 'b')]);
  const later = [group('repos', 'c', 'b', 'a')];
  const order = extendOrder(first, 'mill', later);
  expect(order).toBe(first);
  expect(idsOf(inOrder(order, later))).toEqual([['repos', 'a', 'b']]);
});

test('resets the order for another text', () => {
  const first = extendOrder(nothing, 'mill', [group('repos', 'a', 'b')]);
  const later = [group('branches', 'c'), group('repos', 'b')];
  expect(idsOf(inOrder(extendOrder(first, 'mills', later), later))).toEqual([
    ['branches', 'c'],
    ['repos', 'b'],
  ]);
});

test('shows an item only once, and removes missing items', () => {
  const groups = [group('number', 'build-12'), group('builds', 'build-12', 'build-9')];
  const order = extendOrder(nothing, '12', groups);
  expect(idsOf(inOrder(order, groups))).toEqual([
    ['number', 'build-12'],
    ['builds', 'build-9'],
  ]);
  expect(idsOf(inOrder(order, [group('builds', 'build-9')]))).toEqual([['builds', 'build-9']]);
});
