import { Failure } from '../errors.ts';
import { ArgumentReader } from '../values/argument-reader.ts';
import type { Dict } from '../values/dict.ts';
import { updateDict } from '../values/dict-update.ts';
import { List } from '../values/list.ts';
import { repr } from '../values/repr.ts';
import { Tuple } from '../values/tuple.ts';
import type { Methods } from './method.ts';

export const dictMethods: Methods<Dict> = new Map([
  [
    'clear',
    (_, self, args) => {
      new ArgumentReader('clear', args, []);
      self.clear();
      return null;
    },
  ],
  [
    'get',
    ({ limits }, self, args) => {
      const reader = new ArgumentReader('get', args, ['key', 'default?']);
      const found = self.get(reader.value('key'), limits);
      return found === undefined ? reader.value('default') : found;
    },
  ],
  [
    'items',
    ({ limits }, self, args) => {
      new ArgumentReader('items', args, []);
      limits.slots(self.size * 6);
      limits.step(self.size);
      return new List([...self].map((entry) => new Tuple(entry)));
    },
  ],
  [
    'keys',
    ({ limits }, self, args) => {
      new ArgumentReader('keys', args, []);
      limits.slots(self.size);
      limits.step(self.size);
      return new List([...self].map(([key]) => key));
    },
  ],
  [
    'pop',
    ({ limits }, self, args) => {
      const reader = new ArgumentReader('pop', args, ['key', 'default?']);
      const key = reader.value('key');
      const removed = self.remove(key, limits);
      if (removed !== undefined) return removed;
      if (reader.has('default')) return reader.value('default');
      throw new Failure(`pop(): key ${repr(key, limits)} is not in the dict`);
    },
  ],
  [
    'popitem',
    (_, self, args) => {
      new ArgumentReader('popitem', args, []);
      const entry = self.removeFirst();
      if (!entry) throw new Failure('popitem(): the dict is empty');
      return new Tuple(entry);
    },
  ],
  [
    'setdefault',
    ({ limits }, self, args) => {
      const reader = new ArgumentReader('setdefault', args, ['key', 'default?']);
      const key = reader.value('key');
      const known = self.get(key, limits);
      if (known !== undefined) return known;
      self.set(key, reader.value('default'), limits);
      return reader.value('default');
    },
  ],
  [
    'update',
    ({ limits }, self, args) => {
      updateDict('update', self, args, limits);
      return null;
    },
  ],
  [
    'values',
    ({ limits }, self, args) => {
      new ArgumentReader('values', args, []);
      limits.slots(self.size);
      limits.step(self.size);
      return new List([...self].map(([, value]) => value));
    },
  ],
]);
