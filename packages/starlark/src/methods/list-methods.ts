import { Failure } from '../errors.ts';
import { ArgumentReader } from '../values/argument-reader.ts';
import { equal } from '../values/equality.ts';
import { iterate } from '../values/iterate.ts';
import type { List } from '../values/list.ts';
import type { Value } from '../values/value.ts';
import type { Methods } from './method.ts';

export const listMethods: Methods<List> = new Map([
  [
    'append',
    ({ limits }, self, args) => {
      const item = new ArgumentReader('append', args, ['x']).value('x');
      self.checkMutable('append to');
      limits.allocate(8);
      self.items.push(item);
      return null;
    },
  ],
  [
    'clear',
    (_, self, args) => {
      new ArgumentReader('clear', args, []);
      self.checkMutable('clear');
      self.items.length = 0;
      return null;
    },
  ],
  [
    'extend',
    ({ limits }, self, args) => {
      const more = new ArgumentReader('extend', args, ['x']).value('x');
      self.checkMutable('extend');
      for (const item of more === self ? [...self.items] : iterate(more, limits)) {
        limits.allocate(8);
        self.items.push(item);
      }
      return null;
    },
  ],
  [
    'index',
    ({ limits }, self, args) => {
      const reader = new ArgumentReader('index', args, ['x', 'start?', 'end?']);
      const sought = reader.value('x');
      const start = position(reader.optionalInt('start') ?? 0n, self);
      const end = position(reader.optionalInt('end') ?? BigInt(self.items.length), self);
      for (let at = start; at < end; at++)
        if (equal(self.items[at] ?? null, sought, limits)) return BigInt(at);
      throw new Failure('index(): the list does not contain the value');
    },
  ],
  [
    'insert',
    ({ limits }, self, args) => {
      const reader = new ArgumentReader('insert', args, ['i', 'x']);
      self.checkMutable('insert into');
      limits.allocate(8);
      limits.step(self.items.length >> 6);
      self.items.splice(position(reader.int('i'), self), 0, reader.value('x'));
      return null;
    },
  ],
  [
    'pop',
    ({ limits }, self, args) => {
      const index = new ArgumentReader('pop', args, ['i?']).int('i', -1n);
      self.checkMutable('pop from');
      const length = BigInt(self.items.length);
      const at = index < 0n ? index + length : index;
      if (at < 0n || at >= length)
        throw new Failure(`pop(): index ${index} is out of range: the list has ${length}`);
      limits.step(self.items.length >> 6);
      const [removed] = self.items.splice(Number(at), 1);
      return removed ?? null;
    },
  ],
  [
    'remove',
    ({ limits }, self, args) => {
      const sought = new ArgumentReader('remove', args, ['x']).value('x');
      self.checkMutable('remove from');
      const at = self.items.findIndex((item: Value) => equal(item, sought, limits));
      if (at < 0) throw new Failure('remove(): the list does not contain the value');
      self.items.splice(at, 1);
      return null;
    },
  ],
]);

/** An index as slices take it: from the end when negative, never out of range. */
function position(index: bigint, list: List): number {
  const length = BigInt(list.items.length);
  const at = index < 0n ? index + length : index;
  if (at < 0n) return 0;
  return Number(at > length ? length : at);
}
