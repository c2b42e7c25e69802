import { Failure } from '../errors.ts';
import { ArgumentReader, refuseNamed } from '../values/argument-reader.ts';
import { iterate } from '../values/iterate.ts';
import { type SetValue, setOf } from '../values/set.ts';
import { combineSets, type SetOperator } from '../values/set-algebra.ts';
import type { Method, Methods } from './method.ts';

export const setMethods: Methods<SetValue> = new Map([
  [
    'add',
    ({ limits }, self, args) => {
      self.add(new ArgumentReader('add', args, ['x']).value('x'), limits);
      return null;
    },
  ],
  [
    'clear',
    (_, self, args) => {
      new ArgumentReader('clear', args, []);
      self.clear();
      return null;
    },
  ],
  combining('difference', '-'),
  [
    'discard',
    ({ limits }, self, args) => {
      self.remove(new ArgumentReader('discard', args, ['x']).value('x'), limits);
      return null;
    },
  ],
  combining('intersection', '&'),
  [
    'issubset',
    ({ limits }, self, args) => {
      const other = setOf(
        iterate(new ArgumentReader('issubset', args, ['s']).value('s'), limits),
        limits,
      );
      limits.step(self.size);
      return [...self].every((value) => other.has(value, limits));
    },
  ],
  [
    'issuperset',
    ({ limits }, self, args) => {
      const value = new ArgumentReader('issuperset', args, ['s']).value('s');
      for (const item of iterate(value, limits)) if (!self.has(item, limits)) return false;
      return true;
    },
  ],
  [
    'pop',
    (_, self, args) => {
      new ArgumentReader('pop', args, []);
      const removed = self.removeFirst();
      if (removed === undefined) throw new Failure('pop(): the set is empty');
      return removed;
    },
  ],
  [
    'remove',
    ({ limits }, self, args) => {
      const removed = self.remove(new ArgumentReader('remove', args, ['x']).value('x'), limits);
      if (!removed) throw new Failure('remove(): the set does not contain the value');
      return null;
    },
  ],
  combining('symmetric_difference', '^'),
  combining('union', '|'),
]);

function combining(name: string, operator: SetOperator): [string, Method<SetValue>] {
  return [
    name,
    ({ limits }, self, args) => {
      refuseNamed(name, args);
      let result = setOf(self, limits);
      for (const other of args.positional)
        result = combineSets(operator, result, setOf(iterate(other, limits), limits), limits);
      return result;
    },
  ];
}
