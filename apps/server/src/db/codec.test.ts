import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { codec, flag, json, UnreadableColumnError } from './codec.ts';

interface Row {
  id: number;
  user_name: string;
  active: number;
  tags: string;
  note: string | null;
}
interface Thing {
  id: number;
  userName: string;
  isActive: boolean;
  tags: string[];
  note: string | null;
}

const things = codec<Row, Thing>({
  id: 'id',
  userName: 'user_name',
  isActive: flag('active'),
  tags: json('tags', z.array(z.string())),
  note: 'note',
});

test('round-trips values', () => {
  const row: Row = { id: 1, user_name: 'ada', active: 1, tags: '["a","b"]', note: null };
  const thing: Thing = { id: 1, userName: 'ada', isActive: true, tags: ['a', 'b'], note: null };
  expect(things.read(row)).toEqual(thing);
  expect(things.write(thing)).toEqual(row);
});

test('writes only the given fields', () => {
  expect(things.write({ isActive: false, tags: [] })).toEqual({ active: 0, tags: '[]' });
  expect(things.write({ note: null })).toEqual({ note: null });
  expect(things.write({})).toEqual({});
});

const readable: Row = { id: 1, user_name: 'ada', active: 1, tags: '[]', note: null };

test.each(['{"a":1}', '[1]', '["a"'])('rejects a stored value with another shape: %s', (tags) => {
  expect(() => things.read({ ...readable, tags })).toThrow(UnreadableColumnError);
});

test('skips unreadable rows in lists', () => {
  const rows = [readable, { ...readable, id: 2, tags: '{}' }, { ...readable, id: 3 }];
  expect(things.readAll(rows).map(({ id }) => id)).toEqual([1, 3]);
});
